import type { Filter, FilterGroup } from './filter.ts'

/** A group of filters in the form of the interface, which `parseFilters` accepts. */
export interface WireGroup {
  type: string
  values: unknown[]
}

export const toWireGroup = (group: FilterGroup): WireGroup => ({
  type: group.combine.toUpperCase(),
  values: group.members.map((member) =>
    member.kind === 'group' ? toWireGroup(member) : toWireFilter(member),
  ),
})

/** The filters of a series as a list of groups: those of a list of groups, which must all hold, are as they were sent. */
export const toWireGroups = (group: FilterGroup): WireGroup[] => {
  const groups = group.members.flatMap((member) => (member.kind === 'group' ? [member] : []))
  const isList = group.combine === 'and' && groups.length > 0 && groups.length === group.members.length
  return (isList ? groups : [group]).map(toWireGroup)
}

function toWireFilter(filter: Filter): object {
  if (filter.on === 'hogql') return { key: filter.expression.text, type: 'hogql' }
  if (filter.on === 'cohort') {
    const operator = filter.isMember ? 'exact' : 'not_in'
    return { key: 'id', value: filter.cohortId, operator, type: 'cohort' }
  }
  const { key, operator, values, on } = filter
  // One value is sent as such, as clients know it. Operators without a value have none.
  const value = values.length > 1 ? values : (values[0] ?? null)
  const property = { key, value, operator }
  return typeof on === 'string'
    ? { ...property, type: on }
    : { ...property, type: 'group', group_type_index: on.group }
}
