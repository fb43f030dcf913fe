import { z } from 'zod'
import { knownFields, knownParameters } from './known-parameters.ts'
import { TEXT_LIMITS } from './limits.ts'
import { pageBody, pageLimit, wholeNumber } from './paging.ts'
import { clientText, Format, Tags } from './text.ts'
import { UserBody } from './user.ts'
import { WARNINGS } from './warning.ts'

const Json = z.unknown()
const Description = clientText(400)

/** A query node, as JSON text (as documented) or as an object (as clients send it). */
const QueryNode = z.union([z.record(z.string(), Json), z.string()])

/** Flat filters, as an object or as JSON text. */
const Filters = z.union([z.record(z.string(), Json), z.string()])

/** Fields that only the server sets. They are accepted because clients send back whole bodies. */
export const READ_ONLY_FIELDS = [
  'id',
  'short_id',
  'dashboard',
  'last_refresh',
  'cache_target_age',
  'next_allowed_client_refresh',
  'result',
  'results',
  'hasMore',
  'columns',
  'types',
  'hogql',
  'created_at',
  'created_by',
  'updated_at',
  'last_modified_at',
  'last_modified_by',
  'is_sample',
  'effective_restriction_level',
  'effective_privilege_level',
  'user_access_level',
  'timezone',
  'is_cached',
  'query_status',
  'resolved_date_range',
  'filters_hash',
  'refreshing',
  'refresh_attempt',
  'is_shared',
  'type',
  'alerts',
  'warnings',
  'viewers',
  'last_viewed_at',
  'color',
  'layouts',
  '_create_in_folder',
]

/** A tile in the body that writes an insight. */
const TileOfInsight = knownFields(
  {
    dashboard_id: z.int32().describe('The dashboard that shows the insight.'),
    deleted: z
      .boolean()
      .nullish()
      .describe('True takes the insight off the dashboard. Leaving the tile out of the list does so too.'),
  },
  ['id'],
)

/** The fields that a request can set. */
const written = z
  .object({
    name: clientText(TEXT_LIMITS.name).nullable(),
    derived_name: clientText(TEXT_LIMITS.name).nullable(),
    description: Description.nullable().transform((text) => text ?? ''),
    filters: Filters.nullable().describe(
      'Returned as they were sent, including {} and null. If filters were never sent, this is the flat form of the query.',
    ),
    query: QueryNode.nullable(),
    order: z.int32().nullable(),
    deleted: z.boolean(),
    dashboards: z
      .array(z.int32())
      .max(1000)
      .describe('Deprecated, use dashboard_tiles: all dashboards that show the insight.'),
    dashboard_tiles: z
      .array(TileOfInsight)
      .max(1000)
      .describe('All dashboards that show the insight. The list replaces the current one.'),
    tags: Tags,
    favorited: z.boolean(),
    saved: z.boolean(),
  })
  .partial()
export const InsightWrite = knownFields(written.shape, READ_ONLY_FIELDS)
  .superRefine(({ dashboard, dashboards }, context) => {
    // A body with both `dashboard` and `dashboards` is accepted, because bodies of older servers have both.
    if (typeof dashboard === 'number' && dashboards === undefined)
      context.addIssue({
        code: 'custom',
        path: ['dashboard'],
        message: 'An insight is on several dashboards: send a list of them in `dashboards`.',
      })
  })
  .meta({ id: 'InsightWrite' })
export type InsightWrite = z.output<typeof InsightWrite>

const DashboardTile = z.object({ id: z.int(), dashboard_id: z.int(), deleted: z.boolean() })

/**
 * Marks a field as computed. The settings of the server decide whether it writes such a field as JSON text,
 * like the documented interface, or as plain JSON. Bodies in memory hold the plain value.
 */
const computed = <Field extends z.ZodType>(field: Field) => field.meta({ computed: true })

export const InsightBody = z
  .object({
    id: z.int().nullable(),
    short_id: z.string().nullable(),
    name: z.string().nullable(),
    derived_name: z.string().nullable(),
    filters: Json,
    query: Json,
    order: z.int32().nullable(),
    deleted: z.boolean(),
    dashboards: z.array(z.int()).describe('Deprecated: use dashboard_tiles.'),
    dashboard_tiles: z.array(DashboardTile),
    last_refresh: z.string().nullable(),
    next_allowed_client_refresh: z.string().nullable(),
    result: computed(Json),
    results: Json.describe('The result as plain JSON; null for an insight that was never computed.'),
    columns: computed(Json),
    created_at: z.string().nullable(),
    created_by: UserBody.nullable(),
    description: z.string(),
    updated_at: z.string().nullable(),
    tags: z.array(z.string()),
    favorited: z.boolean(),
    saved: z.boolean(),
    last_modified_at: z.string().nullable(),
    last_modified_by: UserBody.nullable(),
    is_sample: z.boolean(),
    effective_restriction_level: z.int(),
    effective_privilege_level: z.int(),
    timezone: z
      .string()
      .describe(
        'The IANA name of the time zone of the days in the result. Without a result, that of the project.',
      ),
    is_cached: computed(z.boolean().describe('Whether the result comes from the cache.')),
    query_status: computed(Json),
    ...WARNINGS,
    next: z
      .string()
      .nullable()
      .optional()
      .describe(
        'The address of the next values of the breakdown. Only a trend that is computed at once has it.',
      ),
    color: z.string().nullable().optional().describe('The colour of the tile. Only with `from_dashboard`.'),
    layouts: z
      .record(z.string(), Json)
      .optional()
      .describe('The layouts of the tile. Only with `from_dashboard`.'),
  })
  .meta({ id: 'Insight' })
export type InsightBody = z.infer<typeof InsightBody>

export const InsightPageBody = pageBody(InsightBody, 'PaginatedInsightList')

const MOST_TRENDING = 100
export const TrendingQuery = knownParameters({
  ...Format.shape,
  days: wholeNumber({ least: 1, most: 365, whenAbsent: 7 }).describe(
    'The number of days whose views count. 7 by default.',
  ),
  limit: pageLimit(MOST_TRENDING, 10).describe(
    `Insights in the list: 10 by default, ${MOST_TRENDING} at most.`,
  ),
})
export const TrendingBody = pageBody(
  InsightBody.extend({ viewers: z.int().describe('The number of users who viewed it in these days.') }).meta({
    id: 'TrendingInsight',
  }),
  'TrendingInsightList',
).describe('The insights, those with the most viewers first. The only page has all of them.')

/**
 * The body of `insights/cancel/`. The fields of an insight are accepted and ignored, because the documented
 * request has them as well.
 */
export const CancelRequest = z
  .object({
    client_query_id: clientText(200)
      .nullish()
      .describe(
        'Required. The `client_query_id` of the query to cancel. Users cancel their own queries, admins those of everybody.',
      ),
  })
  .meta({ id: 'CancelRequest' })

const MAX_VIEWED = 1_000

export const ViewedInsights = knownFields({ insight_ids: z.array(z.int()).max(MAX_VIEWED) }, []).meta({
  id: 'ViewedInsights',
})
