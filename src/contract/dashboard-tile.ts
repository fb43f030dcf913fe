import { z } from 'zod'
import { InsightBody } from './insight.ts'
import { knownFields } from './known-parameters.ts'
import { TEXT_LIMITS } from './limits.ts'
import { clientText } from './text.ts'
import { UserBody } from './user.ts'

const Json = z.record(z.string(), z.unknown())

const TileText = knownFields(
  {
    body: clientText(TEXT_LIMITS.tile)
      .min(1, { error: 'This field may not be blank.' })
      .describe('Markdown, of up to 4,000 characters.'),
  },
  ['id', 'created_by', 'last_modified_at', 'last_modified_by', 'team'],
)

/** Settings of how a tile is displayed. They are stored and returned, and change nothing on the server. */
const settings = {
  show_description: z.boolean().nullish().describe('Whether the tile shows the description of its insight.'),
  transparent_background: z.boolean().nullish(),
}
const SETTINGS = Object.keys(settings) as (keyof typeof settings)[]

const shown = {
  layouts: Json.nullable()
    .transform((layouts) => layouts ?? {})
    .optional(),
  color: clientText(400).nullish(),
  ...settings,
  filters_overrides: Json.refine((filters) => Object.keys(filters).length === 0, {
    message: 'A tile has no filters of its own: set those of the dashboard, or change the insight.',
  }).nullish(),
  button_tile: z.null('A tile shows an insight or a text.').optional(),
}
/** Fields that only the server sets. They are accepted because clients send back whole bodies. */
const READ_ONLY = ['order', 'is_cached', 'last_refresh', 'error', 'dashboard', 'dashboard_id']

const Insight = z
  .union([z.int32(), z.object({ id: z.int32() })])
  .nullish()
  .describe('The insight to put on the dashboard, in a tile without an `id`.')
const Text = TileText.nullish().describe(
  'A text to put on the dashboard, in a tile without an `id` and an `insight`. With an `id`, the new text of the tile.',
)

interface SentLook {
  readonly layouts?: Readonly<Record<string, unknown>> | undefined
  readonly color?: string | null | undefined
  readonly show_description?: boolean | null | undefined
  readonly transparent_background?: boolean | null | undefined
}
function lookOf(sent: SentLook) {
  const given = SETTINGS.filter((name) => sent[name] !== undefined)
  return {
    layouts: sent.layouts,
    color: sent.color,
    ...(given.length > 0 && { settings: Object.fromEntries(given.map((name) => [name, sent[name]])) }),
  }
}
const insightIdOf = (insight: z.output<typeof Insight>) =>
  typeof insight === 'object' ? insight?.id : insight

/** A tile in the body that writes a dashboard. */
export const TileWrite = knownFields(
  {
    id: z.int32().nullish().describe('The id of a tile of this dashboard.'),
    insight: Insight,
    text: Text,
    deleted: z.boolean().nullish().describe('True takes the tile off the dashboard, false brings it back.'),
    ...shown,
  },
  READ_ONLY,
).transform(({ id, insight, text, deleted, ...sent }, context) => {
  const look = { ...lookOf(sent), deleted: deleted ?? undefined }
  if (typeof id === 'number') return { of: { tileId: id }, ...look, text: text?.body }
  const of = placedOf(insight, text)
  if (of !== null) return { of, ...look }
  context.addIssue({
    code: 'custom',
    message: 'Send an id, an insight or a text with each tile: one of the three.',
  })
  return z.NEVER
})

/** A new tile. */
export const TileCreate = knownFields({ insight: Insight, text: Text, ...shown }, [
  ...READ_ONLY,
  'id',
  'deleted',
])
  .transform(({ insight, text, ...sent }, context) => {
    const of = placedOf(insight, text)
    if (of !== null) return { of, ...lookOf(sent) }
    context.addIssue({ code: 'custom', message: 'Send an insight or a text: one of the two.' })
    return z.NEVER
  })
  .meta({ id: 'DashboardTileCreate' })

/** Returns what a new tile shows: its insight or its text. Null if the request names neither or both. */
function placedOf(insight: z.output<typeof Insight>, text: z.output<typeof Text>) {
  const insightId = insightIdOf(insight)
  if (typeof insightId === 'number') return text ? null : { insightId }
  return text ? { newText: text.body } : null
}

export const DashboardTileBody = z
  .object({
    id: z.int(),
    order: z.int(),
    layouts: Json,
    color: z.string().nullable(),
    show_description: z.boolean().nullable(),
    transparent_background: z.boolean().nullable(),
    insight: InsightBody.nullable().describe('Null for a text.'),
    is_cached: z.boolean().describe('Whether the result of the insight comes from the cache.'),
    last_refresh: z.string().nullable(),
    text: z
      .object({
        id: z.int().describe('The id of the tile.'),
        body: z.string(),
        created_by: UserBody.nullable(),
        last_modified_at: z.string(),
        last_modified_by: UserBody.nullable(),
      })
      .nullable()
      .describe('Null for an insight.'),
    deleted: z.boolean(),
  })
  .meta({ id: 'DashboardTile' })
export type DashboardTileBody = z.infer<typeof DashboardTileBody>
