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

function toWireFilter(filter: Filter): object {
  if (filter.on === 'hogql') return { key: filter.expression.text, type: 'hogql' }
  if (filter.on === 'cohort') {
    const operator = filter.isMember ? 'exact' : 'not_in'
    return { key: 'id', value: filter.cohortId, operator, type: 'cohort' }
  }
  const { key, operator, values, on } = filter
  const property = { key, value: values, operator }
  return typeof on === 'string'
    ? { ...property, type: on }
    : { ...property, type: 'group', group_type_index: on.group }
}
