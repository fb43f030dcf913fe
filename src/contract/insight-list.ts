import { z } from 'zod'
import { INSIGHT_NAMES } from './insight-kinds.ts'
import { Flag, knownParameters } from './known-parameters.ts'
import { Overrides } from './overrides.ts'
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

/**
 * Names by which the list of insights can be filtered in addition to the kinds: `SQL` for insights with a
 * query node of SQL, `JSON` for insights with any other query node.
 */
export const QUERY_FORMS = ['JSON', 'SQL'] as const

/** Parses the JSON text of a list, or of a single item, which becomes a list of one. */
const jsonList = <Item extends z.ZodType>(item: Item, message: string) =>
  textAs((text) => {
    const value: unknown = JSON.parse(text)
    return z
      .array(item)
      .max(1000)
      .parse(Array.isArray(value) ? value : [value])
  }, message)

// A text that begins like a JSON list is parsed as one. Any other text is split at commas.
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
    error: `Choose from ${INSIGHT_SORT_FIELDS.join(', ')}, with a leading - for descending.`,
  })
  .transform((text) => ({
    field: text.replace('-', '') as InsightSortField,
    isDescending: text.startsWith('-'),
  }))

/** The query parameters of the list of insights. */
export const InsightListQuery = knownParameters({
  ...Format.shape,
  ...paging(),
  short_id: z.string().optional().describe('Only the insight with this short id.'),
  created_by: optionalWholeNumber({ least: 0 }).describe(
    'The id of a user: only insights that this user created.',
  ),
  user: z.string().optional().describe('With any value: only insights that the caller created.'),
  saved: Flag.describe(
    'True lists insights that are saved or on a dashboard, false those that are not saved.',
  ),
  deleted: Flag.describe('True lists the deleted insights, which can be restored, instead of the others.'),
  favorited: z.string().optional().describe('With any value: only favourites.'),
  insight: z
    .string()
    .toUpperCase()
    .pipe(z.enum([...INSIGHT_NAMES, ...QUERY_FORMS]))
    .optional()
    .describe(
      'The kind of the query, or without a query the `insight` of the filters; JSON is every query node except SQL.',
    ),
  search: clientText(400).optional().describe('Part of a name, the description or a tag, ignoring case.'),
  dashboards: jsonList(z.int(), 'Expected a JSON list of dashboard ids.')
    .optional()
    .describe('A JSON list of dashboard ids: only insights that are on all of them.'),
  tags: TagList.optional().describe('Only insights with at least one of these tags.'),
  feature_flag: clientText(400).optional().describe('Only insights whose query uses this feature flag.'),
  date_from: clientText(100).optional().describe('Last modified after this date, which may be relative.'),
  date_to: clientText(100).optional().describe('Last modified before this date, which may be relative.'),
  created_date_from: clientText(100).optional().describe('Created after this date, which may be relative.'),
  created_date_to: clientText(100).optional().describe('Created before this date, which may be relative.'),
  order: Order.optional().describe(
    `Sorts by one of ${INSIGHT_SORT_FIELDS.join(', ')}. A leading - sorts in descending order.`,
  ),
  basic: Flag.describe('True leaves out the results.'),
  include_dashboards: Flag.describe('False leaves `dashboards` and `dashboard_tiles` of the insights empty.'),
  ...RefreshParameters,
  variables_override: Overrides.variables_override,
  include_query_insights: z
    .string()
    .optional()
    .describe('Accepted and ignored: insights with queries are always listed.'),
  sharing_access_token: SharingAccessToken,
})
export type InsightListQuery = z.output<typeof InsightListQuery>
