import { z } from 'zod'
import { Flag, knownParameters } from './known-parameters.ts'
import { optionalWholeNumber, paging } from './paging.ts'
import { RefreshParameters } from './refresh.ts'
import { SharingAccessToken } from './sharing.ts'
import { clientText, Format, Tags } from './text.ts'
import { textAs } from './text-as.ts'

const INSIGHT_SORT_FIELDS = [
  'order',
  'id',
  'short_id',
  'name',
  'derived_name',
  'created_at',
  'created_by',
  'updated_at',
  'last_modified_at',
  'last_modified_by',
  'favorited',
  'saved',
] as const
export type InsightSortField = (typeof INSIGHT_SORT_FIELDS)[number]

const KINDS = ['TRENDS', 'FUNNELS', 'RETENTION', 'PATHS', 'STICKINESS', 'LIFECYCLE'] as const
const FORMS = ['JSON', 'SQL'] as const

/** The JSON text of a list, or its one item as it is. */
const jsonList = <Item extends z.ZodType>(item: Item, message: string) =>
  textAs((text) => {
    const value: unknown = JSON.parse(text)
    return z
      .array(item)
      .max(1000)
      .parse(Array.isArray(value) ? value : [value])
  }, message)

// Tags are words: what begins like a JSON list is one, anything else is separated by commas.
const TagList = z
  .union([
    z.string().transform((text) => (text.startsWith('[') ? text : JSON.stringify(text.split(',')))),
    z.array(z.string()).transform((tags) => JSON.stringify(tags)),
  ])
  .pipe(jsonList(z.string(), 'Expected tags, separated by commas or as a JSON list.'))
  .pipe(Tags)

const Order = z
  .string()
  .regex(new RegExp(`^-?(?:${INSIGHT_SORT_FIELDS.join('|')})$`), {
    error: `Choose from ${INSIGHT_SORT_FIELDS.join(', ')}, with a - in front for descending.`,
  })
  .transform((text) => ({
    field: text.replace('-', '') as InsightSortField,
    isDescending: text.startsWith('-'),
  }))

/** What call 1 takes beside the paths of its project. */
export const InsightListQuery = knownParameters({
  ...Format.shape,
  ...paging(),
  short_id: z.string().optional().describe('The insight of this short id.'),
  created_by: optionalWholeNumber({ least: 0 }).describe('The number of a user: what they created.'),
  user: z.string().optional().describe('With any value: what the caller created.'),
  saved: Flag.describe('True: saved or on a dashboard. False: not saved.'),
  favorited: z.string().optional().describe('With any value: favourites only.'),
  insight: z
    .string()
    .toUpperCase()
    .pipe(z.enum([...KINDS, ...FORMS]))
    .optional()
    .describe('The kind of question; JSON is every query node but SQL.'),
  search: clientText(400).optional().describe('Part of a name, the description or a tag, in any case.'),
  dashboards: jsonList(z.int(), 'Expected a JSON list of dashboard numbers.')
    .optional()
    .describe('A JSON list: on every one of these dashboards.'),
  tags: TagList.optional().describe('With any of these tags.'),
  feature_flag: clientText(400).optional().describe('Whose question names this feature flag.'),
  date_from: clientText(100).optional().describe('Last modified after this date, which may be relative.'),
  date_to: clientText(100).optional().describe('Last modified before this date, which may be relative.'),
  order: Order.optional().describe(`By one of ${INSIGHT_SORT_FIELDS.join(', ')}; - in front is descending.`),
  basic: Flag.describe('True: without results.'),
  ...RefreshParameters,
  include_query_insights: z.string().optional().describe('Changes nothing: every insight is listed.'),
  sharing_access_token: SharingAccessToken,
})
export type InsightListQuery = z.output<typeof InsightListQuery>
