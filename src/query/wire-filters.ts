import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { bothHold } from './combine-filters.ts'
import { fromOldestForm, parseFiltersText } from './parse-filters.ts'

/** A group of filters in the documented form, which `parseFilters` accepts. */
export interface WireGroup {
  type: string
  values: unknown[]
}

/** The filters of a question as it was sent, in the documented form of groups. */
export interface SentFilters {
  readonly properties: WireGroup
  /** The filters of each event of each series, in its place: one event, or those of a group. */
  readonly series: readonly (readonly (readonly WireGroup[])[])[]
}

/** The filters of a query node that was parsed: values, operators and types stay as its sender wrote them. */
export const sentFilters = ({ properties, series }: JsonObject): SentFilters => ({
  properties: sentGroup(properties),
  series: Array.isArray(series) ? series.map(sentOfEvents) : [],
})

/** The filters of each event of a series. Those of a group hold for each of its members. */
function sentOfEvents(series: unknown): WireGroup[][] {
  const members = isJsonObject(series) ? series.nodes : null
  if (!Array.isArray(members)) return [sentGroups(series)]
  const own = sentGroups(series).filter(({ values }) => values.length > 0)
  return members.map((member) => [...own, ...sentGroups(member)])
}

/** The filters of a series as a list of groups: a list of groups, which must all hold, is as it was sent. */
function sentGroups(series: unknown): WireGroup[] {
  const { properties, fixedProperties } = isJsonObject(series) ? series : {}
  const sent = parseFiltersText(bothHold(properties, fixedProperties))
  const isList = Array.isArray(sent) && sent.length > 0 && sent.every(isGroup)
  return isList ? sent.map(sentGroup) : [sentGroup(sent)]
}

/** Filters in any form of `parseFilters` as a group. */
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

/** A filter with the documented fields. Those of an expression mean nothing beside its key. */
function sentLeaf(leaf: unknown): unknown {
  if (!isJsonObject(leaf) || leaf.type === 'hogql') return leaf
  const { key, value = null, operator, type, ...others } = leaf
  return { key, value, operator: operator ?? 'exact', type: type ?? 'event', ...others }
}
