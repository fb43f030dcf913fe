import type { InsightWrite } from '#contract/insight.ts'
import type { InsightFields } from '#metadata/insights/insight.ts'
import { parseJson } from '#shared/json-text.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'

/** The fields that a request sets. @throws RequestError for a query that is not a JSON object. */
export function toInsightFields(body: InsightWrite): Partial<InsightFields> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.derived_name !== undefined && { derivedName: body.derived_name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.filters !== undefined && { filters: body.filters }),
    ...(body.query !== undefined && { query: parseQueryNode(body.query) }),
    ...(body.order !== undefined && { order: body.order }),
    ...(body.deleted !== undefined && { deleted: body.deleted }),
    ...(body.tags !== undefined && { tags: body.tags }),
    ...(body.favorited !== undefined && { favorited: body.favorited }),
    ...(body.saved !== undefined && { saved: body.saved }),
    ...(body.dashboards !== undefined && { dashboards: body.dashboards }),
    ...(body.dashboard_tiles !== undefined && { dashboardTiles: liveOf(body.dashboard_tiles) }),
  }
}

/** The dashboards of the tiles that are not removed. */
const liveOf = (tiles: NonNullable<InsightWrite['dashboard_tiles']>) =>
  tiles.flatMap((tile) => (tile.deleted === true ? [] : [tile.dashboard_id]))

/** A query node, also one that is given as JSON text. @throws RequestError for text that is not the JSON of an object. */
export function parseQueryNode(query: JsonObject | string | null): JsonObject | null {
  if (typeof query !== 'string') return query
  const node = parsedOrUndefined(() => parseJson(Buffer.from(query)))
  if (!isJsonObject(node))
    throw invalid('invalid_input', 'Expected a query node as an object or its JSON text.', 'query')
  return node
}

function parsedOrUndefined(parse: () => unknown): unknown {
  try {
    return parse()
  } catch {
    return undefined
  }
}
