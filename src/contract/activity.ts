import { z } from 'zod'
import { InsightBody } from './insight.ts'
import { knownParameters } from './known-parameters.ts'
import { pageLimit, wholeNumber } from './paging.ts'
import { Format } from './text.ts'

const MAX_ENTRIES = 100
// Highest page number. The offset of a later page could not be represented exactly in a database.
const MAX_PAGE = 2 ** 31 - 1
export const ActivityQuery = knownParameters({
  ...Format.shape,
  limit: pageLimit(MAX_ENTRIES, 10).describe(`Entries on a page, ${MAX_ENTRIES} at most.`),
  page: wholeNumber({ least: 1, most: MAX_PAGE, whenAbsent: 1 }).describe(
    'The number of the page; the first is 1.',
  ),
})

const Change = z.object({
  type: z.string(),
  action: z.enum(['created', 'changed', 'deleted']),
  field: z.string().nullable(),
  before: z.unknown().describe('The value before; null for a field that was created.'),
  after: z.unknown().describe('The value after; null for a field that was deleted.'),
})
export const ActivityEntry = z
  .object({
    id: z.uuid(),
    user: z.object({
      first_name: z.string(),
      email: z.string().nullable(),
      is_system: z.boolean().describe('Whether the server made the change by itself.'),
    }),
    activity: z.string().describe('`created`, `updated`, `deleted`, `sharing enabled`, ...'),
    scope: z.string(),
    item_id: z.string(),
    detail: z.object({
      changes: z.array(Change).nullable(),
      trigger: z.null(),
      type: z.null(),
      name: z.string().nullable().describe('The name of the insight at that time.'),
      short_id: z.string().nullable(),
    }),
    created_at: z.string(),
  })
  .meta({ id: 'ActivityEntry' })

/**
 * The body of `insights/activity/` and of `insights/:id/activity/`: an Insight whose `results` are a page
 * of log entries.
 */
export const InsightActivityBody = InsightBody.extend({
  results: z.array(ActivityEntry).describe('Newest entries first.'),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  count: z.int().describe('The number of entries on all pages.'),
  total_count: z.int().describe('Equal to `count`.'),
}).meta({ id: 'InsightActivity' })
