import type { InsightWrite } from '#contract/insight.ts'
import type { InsightFields } from '#metadata/insights/insight.ts'
import { parseJson } from '#shared/json-text.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'

/**
 * Returns the fields that a request sets.
 * @throws RequestError for a query that is not a JSON object.
 */
export function toInsightFields(body: InsightWrite): Partial<InsightFields> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.derived_name !== undefined && { derivedName: body.derived_name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.filters !== undefined && { filters: parseFlatFilters(body.filters), areFiltersGiven: true }),
    ...(body.query !== undefined && { query: parseQueryNode(body.query) }),
    ...(body.order !== undefined && { order: body.order }),
    ...(body.deleted !== undefined && { deleted: body.deleted }),
    ...(body.tags !== undefined && { tags: body.tags }),
    ...(body.favorited !== undefined && { favorited: body.favorited }),
    ...(body.saved !== undefined && { saved: body.saved }),
    ...(body.dashboards !== undefined && { dashboards: body.dashboards }),
    ...(body.dashboard_tiles !== undefined && { dashboardTiles: placesOf(body.dashboard_tiles) }),
  }
}

/** Returns the dashboards on which the insight has a tile that is not removed. */
const placesOf = (tiles: NonNullable<InsightWrite['dashboard_tiles']>) => ({
  ids: tiles.flatMap((tile) => (tile.deleted === true ? [] : [tile.dashboard_id])),
  isSentBack: tiles.every((tile) => isGiven(tile.id)),
})

type SentObject = JsonObject | string | null

/**
 * Parses a query node, which may be given as JSON text.
 * @throws RequestError for text that is not the JSON of an object.
 */
export const parseQueryNode = (query: SentObject): JsonObject | null =>
  parseObject(query, 'a query node', 'query')

/**
 * Parses flat filters, which may be given as JSON text.
 * @throws RequestError for text that is not the JSON of an object.
 */
export const parseFlatFilters = (filters: SentObject): JsonObject | null =>
  parseObject(filters, 'filters', 'filters')

function parseObject(sent: SentObject, what: string, attr: string): JsonObject | null {
  if (typeof sent !== 'string') return sent
  const object = parsedOrUndefined(() => parseJson(Buffer.from(sent)))
  if (!isJsonObject(object))
    throw invalid('invalid_input', `Expected ${what} as an object or its JSON text.`, attr)
  return object
}

function parsedOrUndefined(parse: () => unknown): unknown {
  try {
    return parse()
  } catch {
    return undefined
  }
}
