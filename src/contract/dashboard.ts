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
  pinned: Flag.describe('Only pinned ones, or only others.'),
})

export const DashboardReadQuery = knownParameters({ ...Format.shape, ...RefreshParameters })

const Filters = Json.nullable()
  .transform((filters) => filters ?? {})
  .describe(
    '`date_from`, `date_to`, `properties`, `interval`, `breakdown_filter`: what its insights are asked with.',
  )

const Tile = z
  .object({
    id: z.int32().nullish().describe('A tile of this dashboard.'),
    insight: z
      .union([z.int32(), z.object({ id: z.int32() })])
      .nullish()
      .describe('Where no tile is named: the insight to put on the dashboard.'),
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
    context.addIssue({ code: 'custom', message: 'A tile needs an id, or an insight to show.' })
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
  tiles: z.array(Tile).max(1000, 'At most 1000 tiles.').describe('Only the tiles that are named change.'),
}
/** Other keys are ignored, as the interface has always done. */
export const DashboardCreate = z
  .object({
    ...written,
    use_dashboard: z.int32().nullable().describe('A dashboard to copy: its tiles, and the fields not given.'),
    duplicate_tiles: z
      .boolean()
      .nullable()
      .describe(
        'With `use_dashboard`: true copies its insights, which takes `insight:write` as well; else the same are shown.',
      ),
  })
  .partial()
  .meta({ id: 'DashboardCreate' })
export const DashboardChange = z
  .object({ ...written, deleted: z.boolean().describe('True deletes, false restores.') })
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
  variables: Json.describe('None: there are no variables.'),
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
        is_cached: z.boolean().describe('Whether the result of the insight was read rather than computed.'),
        last_refresh: z.string().nullable(),
        text: z.null(),
        deleted: z.boolean().nullable(),
      }),
    ),
  })
  .meta({ id: 'Dashboard' })
export type DashboardBody = z.infer<typeof DashboardBody>
