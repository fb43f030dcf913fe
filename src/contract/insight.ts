import { z } from 'zod'
import { pageOf } from './paging.ts'
import { clientText, Tags } from './text.ts'
import { UserBody } from './user.ts'

/** How the computed fields of an Insight are written: as the contract types them (text), or as plain JSON. */
export type ComputedFields = 'text' | 'json'

const Json = z.unknown()
const Description = clientText(400)

/** A query node as JSON text (documented) or as an object (what clients send). */
const QueryNode = z.union([z.record(z.string(), Json), z.string()])

/** What can be sent on create and update. Other keys are ignored, as the interface has always done. */
export const InsightWrite = z
  .object({
    name: clientText(400).nullable(),
    derived_name: clientText(400).nullable(),
    description: Description.nullable().transform((text) => text ?? ''),
    filters: z
      .record(z.string(), Json)
      .nullable()
      .transform((filters) => filters ?? {}),
    query: QueryNode.nullable(),
    order: z.int32().nullable(),
    deleted: z.boolean(),
    dashboards: z
      .array(z.int32())
      .max(1000)
      .describe('Deprecated: every dashboard that shows the insight. Replaces all of them.'),
    tags: Tags,
    favorited: z.boolean(),
    saved: z.boolean(),
  })
  .partial()
  .meta({ id: 'InsightWrite' })
export type InsightWrite = z.output<typeof InsightWrite>

const DashboardTile = z.object({ id: z.int(), dashboard_id: z.int(), deleted: z.boolean().nullable() })

const computed = {
  text: {
    value: z.string().nullable().describe('JSON text, or null when never computed.'),
    flag: z.enum(['true', 'false']),
  },
  json: { value: Json, flag: z.boolean() },
} as const

const makeInsightBody = (computedFields: ComputedFields) =>
  z
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
      result: computed[computedFields].value,
      results: Json.describe('The result as plain JSON, or null when never computed.'),
      columns: computed[computedFields].value,
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
      timezone: z.string().nullable(),
      is_cached: computed[computedFields].flag.describe('Whether the result was read rather than computed.'),
      query_status: computed[computedFields].value,
      color: z.string().nullable().optional().describe('With `from_dashboard` only: of its tile.'),
      layouts: z.record(z.string(), Json).optional().describe('With `from_dashboard` only: of its tile.'),
    })
    .meta({ id: 'Insight' })
export type InsightBodySchema = ReturnType<typeof makeInsightBody>
export type InsightBody = z.infer<InsightBodySchema>

const made = new Map<ComputedFields, InsightBodySchema>()

/**
 * The Insight body. `computedFields` decides how `result`, `columns`, `query_status` and `is_cached` are written. The same
 * schema every time: the document of the interface holds each named schema once.
 */
export function insightBody(computedFields: ComputedFields): InsightBodySchema {
  const known = made.get(computedFields) ?? makeInsightBody(computedFields)
  made.set(computedFields, known)
  return known
}

export const insightPage = (insight: z.ZodType) => pageOf(insight, 'PaginatedInsightList')
