import { z } from 'zod'
import { InsightBody } from './insight.ts'
import { Flag, knownParameters } from './known-parameters.ts'
import { pageBody, paging } from './paging.ts'
import { RefreshParameters } from './refresh.ts'
import { clientText, Format, Tags } from './text.ts'
import { UserBody } from './user.ts'

const Json = z.record(z.string(), z.unknown())

export const DashboardListQuery = knownParameters({
  ...Format.shape,
  ...paging(),
  search: clientText(400).optional().describe('Part of the name, the description or a tag, in any case.'),
  pinned: Flag.describe('Only pinned dashboards, or only those that are not.'),
})

export const DashboardReadQuery = knownParameters({ ...Format.shape, ...RefreshParameters })

const Filters = Json.nullable()
  .transform((filters) => filters ?? {})
  .describe(
    '`date_from`, `date_to`, `properties`, `interval`, `breakdown_filter`: they apply to every insight on the dashboard.',
  )

const Tile = z
  .object({
    id: z.int32().nullish().describe('The id of a tile of this dashboard.'),
    insight: z
      .union([z.int32(), z.object({ id: z.int32() })])
      .nullish()
      .describe('Without an `id`: the insight to put on the dashboard.'),
    layouts: Json.nullable()
      .transform((layouts) => layouts ?? {})
      .optional(),
    color: clientText(400).nullish(),
    deleted: z.boolean().nullish().describe('True takes the tile off the dashboard, false brings it back.'),
  })
  .transform(({ id, insight, layouts, color, deleted }, context) => {
    const look = { layouts, color, deleted: deleted ?? undefined }
    if (typeof id === 'number') return { of: { tileId: id }, ...look }
    const insightId = typeof insight === 'object' ? insight?.id : insight
    if (typeof insightId === 'number') return { of: { insightId }, ...look }
    context.addIssue({ code: 'custom', message: 'A tile needs an id or an insight.' })
    return z.NEVER
  })

const written = {
  name: clientText(400)
    .nullable()
    .transform((text) => text ?? ''),
  description: clientText(4000)
    .nullable()
    .transform((text) => text ?? ''),
  pinned: z.boolean(),
  tags: Tags,
  filters: Filters,
  tiles: z
    .array(Tile)
    .max(1000, 'At most 1000 tiles.')
    .describe('The tiles to change; all others stay as they are.'),
}
/** Other fields are ignored: clients send back whole bodies. */
export const DashboardCreate = z
  .object({
    ...written,
    use_dashboard: z
      .int32()
      .nullable()
      .describe('The dashboard to copy: its tiles, and the fields that the request leaves out.'),
    duplicate_tiles: z
      .boolean()
      .nullable()
      .describe(
        'With `use_dashboard`: true copies its insights as well, which needs the scope `insight:write`; otherwise both dashboards show the same insights.',
      ),
  })
  .partial()
  .meta({ id: 'DashboardCreate' })
export const DashboardChange = z
  .object({ ...written, deleted: z.boolean().describe('True deletes the dashboard, false restores it.') })
  .partial()
  .meta({ id: 'DashboardChange' })
export type DashboardWrite = z.output<typeof DashboardChange>

const described = {
  id: z.int(),
  name: z.string(),
  description: z.string(),
  pinned: z.boolean(),
  created_at: z.string(),
  created_by: UserBody.nullable(),
  updated_at: z.string(),
  is_shared: z.boolean(),
  deleted: z.boolean(),
  creation_mode: z.literal('default'),
  filters: Json,
  variables: Json.describe('Always empty: variables are not supported.'),
  tags: z.array(z.string()),
  restriction_level: z.int(),
  effective_restriction_level: z.int(),
  effective_privilege_level: z.int(),
}
export const DashboardListItem = z.object(described).meta({ id: 'DashboardBasic' })

export const DashboardPageBody = pageBody(DashboardListItem, 'PaginatedDashboardList')

export const DashboardBody = z
  .object({
    ...described,
    tiles: z.array(
      z.object({
        id: z.int(),
        order: z.int(),
        layouts: Json,
        color: z.string().nullable(),
        insight: InsightBody,
        is_cached: z.boolean().describe('Whether the result of the insight comes from the cache.'),
        last_refresh: z.string().nullable(),
        text: z.null(),
        deleted: z.boolean().nullable(),
      }),
    ),
  })
  .meta({ id: 'Dashboard' })
export type DashboardBody = z.infer<typeof DashboardBody>
