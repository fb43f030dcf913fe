import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { bothHold } from './combine-filters.ts'
import { fromOldestForm, parseFiltersText } from './parse-filters.ts'

/** A filter group in the documented form, which `parseFilters` accepts. */
export interface WireGroup {
  type: string
  values: unknown[]
}

/** The filters of a sent question, in the documented form of groups. */
export interface SentFilters {
  readonly properties: WireGroup
  /**
   * Filters by series, then by event of the series. A series has one event, and a group has several. For
   * each event there is a list of filter groups, all of which must match.
   */
  readonly series: readonly (readonly (readonly WireGroup[])[])[]
}

/**
 * Returns the filters of a query node that was parsed. Values, operators and types stay as the sender wrote
 * them.
 */
export const sentFilters = ({ properties, series }: JsonObject): SentFilters => ({
  properties: sentGroup(properties),
  series: Array.isArray(series) ? series.map(sentOfEvents) : [],
})

/**
 * Returns the filters of each event of a series. In a group of events, the filters of the group apply to
 * each of its events.
 */
function sentOfEvents(series: unknown): WireGroup[][] {
  const members = isJsonObject(series) ? series.nodes : null
  if (!Array.isArray(members)) return [sentGroups(series)]
  const own = sentGroups(series).filter(({ values }) => values.length > 0)
  return members.map((member) => [...own, ...sentGroups(member)])
}

/**
 * Returns the filters of a series as a list of groups, all of which must match. If the filters were sent as
 * a list of groups, they stay as they are. Any other filters become one group.
 */
function sentGroups(series: unknown): WireGroup[] {
  const { properties, fixedProperties } = isJsonObject(series) ? series : {}
  const sent = parseFiltersText(bothHold(properties, fixedProperties))
  const isList = Array.isArray(sent) && sent.length > 0 && sent.every(isGroup)
  return isList ? sent.map(sentGroup) : [sentGroup(sent)]
}

/** Converts filters in any form of `parseFilters` to a group. */
export function sentGroup(filters: unknown): WireGroup {
  const sent = parseFiltersText(filters)
  if (Array.isArray(sent)) return { type: 'AND', values: sent.map(sentMember) }
  if (!isJsonObject(sent)) return { type: 'AND', values: [] }
  const isTyped = isGroup(sent) && typeof sent.type === 'string' && Array.isArray(sent.values)
  return isTyped
    ? { type: String(sent.type).toUpperCase(), values: (sent.values as unknown[]).map(sentMember) }
    : { type: 'AND', values: fromOldestForm(sent).map(sentMember) }
}

const isGroup = (member: unknown): member is JsonObject =>
  isJsonObject(member) && Object.hasOwn(member, 'values')

const sentMember = (member: unknown): unknown => (isGroup(member) ? sentGroup(member) : sentLeaf(member))

/**
 * Returns a filter with only the documented fields. A filter that is an expression stays unchanged, because
 * no field of it but the key has a meaning.
 */
function sentLeaf(leaf: unknown): unknown {
  if (!isJsonObject(leaf) || leaf.type === 'hogql') return leaf
  const { key, value = null, operator, type, ...others } = leaf
  return { key, value, operator: operator ?? 'exact', type: type ?? 'event', ...others }
}
