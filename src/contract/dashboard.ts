import { z } from 'zod'
import { DashboardTileBody, TileWrite } from './dashboard-tile.ts'
import { Flag, knownFields, knownParameters } from './known-parameters.ts'
import { TEXT_LIMITS } from './limits.ts'
import { LIST_OF_ALL } from './list-of-all.ts'
import { Overrides } from './overrides.ts'
import { pageBody, paging } from './paging.ts'
import { RefreshParameters } from './refresh.ts'
import { SharingAccessToken } from './sharing.ts'
import { clientText, Format, Tags } from './text.ts'
import { UserBody } from './user.ts'

const Json = z.record(z.string(), z.unknown())

export const DashboardListQuery = knownParameters({
  ...Format.shape,
  ...paging(),
  ...LIST_OF_ALL,
  search: clientText(400).optional().describe('Part of the name, the description or a tag, ignoring case.'),
  deleted: Flag.describe('True lists the deleted dashboards, which can be restored, instead of the others.'),
  pinned: Flag.describe('True lists only pinned dashboards, false only the others.'),
})

export const DashboardReadQuery = knownParameters({
  ...Format.shape,
  ...RefreshParameters,
  ...Overrides,
  sharing_access_token: SharingAccessToken,
})

const Filters = Json.nullable()
  .transform((filters) => filters ?? {})
  .describe(
    '`date_from`, `date_to`, `properties`, `interval`, `breakdown_filter`: they apply to every insight on the dashboard.',
  )

const SHOWN = 'Stored and returned, for clients to use in their display.'
const NoVariables = z
  .record(z.string(), z.unknown())
  .refine((variables) => Object.keys(variables).length === 0, {
    message: 'Dashboards have no variables on this server: leave the field out, or send {}.',
  })
  .nullable()

const written = {
  name: clientText(TEXT_LIMITS.name)
    .nullable()
    .transform((text) => text ?? ''),
  description: clientText(4000)
    .nullable()
    .transform((text) => text ?? ''),
  pinned: z.boolean(),
  tags: Tags,
  filters: Filters,
  tiles: z
    .array(TileWrite)
    .max(1000, 'At most 1000 tiles.')
    .nullable()
    .transform((tiles) => tiles ?? undefined)
    .describe('The tiles to change. All other tiles stay as they are; null changes none.'),
  items: z
    .array(z.never('Dashboards have tiles: put the insights into `tiles`.'))
    .nullable()
    .describe('Must be empty. Old clients give the tiles this name.'),
  restriction_level: z
    .literal(21, 'Every member of the project may change a dashboard: leave the field out, or send 21.')
    .nullable(),
  variables: NoVariables,
  breakdown_colors: z.array(z.unknown()).nullable().describe(SHOWN),
  data_color_theme_id: z.int().nullable().describe(SHOWN),
}
/** Fields that only the server sets. They are accepted because clients send back whole bodies. */
const READ_ONLY = [
  'id',
  'created_at',
  'created_by',
  'updated_at',
  'is_shared',
  'creation_mode',
  'effective_restriction_level',
  'effective_privilege_level',
  'user_access_level',
  'access_control_version',
  'last_accessed_at',
  'last_viewed_at',
  'last_refresh',
  'persisted_filters',
  'persisted_variables',
  'team_id',
  'hash',
  '_create_in_folder',
]
const optional = z.object(written).partial().shape

export const DashboardCreate = knownFields(
  {
    ...optional,
    use_dashboard: z
      .int32()
      .nullish()
      .describe('The dashboard to copy: its tiles, and the fields that the request leaves out.'),
    duplicate_tiles: z
      .boolean()
      .nullish()
      .describe(
        'With `use_dashboard`: true copies its insights as well, which needs the scope `insight:write`; otherwise both dashboards show the same insights.',
      ),
    use_template: z
      .literal('', 'This server has no templates. To copy a dashboard, send its id in `use_dashboard`.')
      .nullish(),
    deleted: z.literal(false, 'A new dashboard is not deleted.').nullish(),
  },
  READ_ONLY,
).meta({ id: 'DashboardCreate' })
export const DashboardChange = knownFields(
  {
    ...optional,
    deleted: z.boolean().optional().describe('True deletes the dashboard, false restores it.'),
    delete_insights: z
      .literal(false, 'Insights are not deleted with a dashboard: PATCH {"deleted": true} deletes one.')
      .nullish(),
  },
  READ_ONLY,
).meta({ id: 'DashboardChange' })
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
  breakdown_colors: z.array(z.unknown()),
  data_color_theme_id: z.int().nullable(),
  restriction_level: z.int(),
  effective_restriction_level: z.int(),
  effective_privilege_level: z.int(),
}
export const DashboardListItem = z.object(described).meta({ id: 'DashboardBasic' })

export const DashboardPageBody = pageBody(DashboardListItem, 'PaginatedDashboardList')

export const DashboardBody = z
  .object({
    ...described,
    tiles: z.array(DashboardTileBody),
  })
  .meta({ id: 'Dashboard' })
export type DashboardBody = z.infer<typeof DashboardBody>
