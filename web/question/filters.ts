import type { FilterGroup, Filters, PropertyFilter } from '#web/api/query-node.ts'

/**
 * Filters as chips show them: at least one of the groups must match. Within a group, all filters must
 * match.
 */
export type OrGroups = readonly (readonly PropertyFilter[])[]

const isGroup = (one: FilterGroup | PropertyFilter): one is FilterGroup => 'values' in one

const isList = (filters: Filters): filters is readonly PropertyFilter[] => Array.isArray(filters)

const leavesOnly = (values: FilterGroup['values']): readonly PropertyFilter[] | null =>
  values.every((one): one is PropertyFilter => !isGroup(one)) ? values : null

/** Returns the filters as groups. Null if they are nested more deeply, which chips cannot show. */
export function readFilters(filters: Filters | null | undefined): OrGroups | null {
  if (filters === null || filters === undefined) return []
  if (isList(filters)) return filters.length === 0 ? [] : [filters]
  const { type, values } = filters
  const leaves = leavesOnly(values)
  if (leaves !== null)
    return type === 'OR' ? leaves.map((leaf) => [leaf]) : leaves.length === 0 ? [] : [leaves]
  const groups = values.map((one) => (isGroup(one) ? one : { type: 'AND' as const, values: [one] }))
  // A group that contains only one other group means the same as that group.
  if (groups.length === 1 && groups[0] !== undefined) return readFilters(groups[0])
  if (type === 'AND') return null
  const inner = groups.map((group) =>
    group.type === 'OR' && group.values.length > 1 ? null : leavesOnly(group.values),
  )
  return inner.some((one) => one === null) ? null : (inner as OrGroups)
}

/** Returns the filters in the shortest form that the server accepts; undefined if there are none. */
export function writeFilters(groups: OrGroups): Filters | undefined {
  const kept = groups.filter((group) => group.length > 0)
  if (kept.length === 0) return undefined
  if (kept.length === 1) return kept[0]
  return { type: 'OR', values: kept.map((values) => ({ type: 'AND' as const, values })) }
}

/**
 * Returns the path of a filter in the `attr` of an error, relative to the field that contains the filters.
 */
export const filterPlace = (groups: OrGroups, group: number, index: number): string =>
  groups.length > 1 ? `values__${group}__values__${index}` : String(index)

const WITHOUT_VALUE = ['is_set', 'is_not_set']

/** Whether a filter has a value, if its operator needs one. Filters without a needed value are not sent. */
export const isComplete = ({ operator, value }: PropertyFilter): boolean =>
  WITHOUT_VALUE.includes(operator ?? 'exact') ||
  (Array.isArray(value)
    ? value.length > 0 && (!/between$/.test(operator ?? '') || !value.includes(''))
    : value !== undefined && value !== null && value !== '')

const isLeaf = (one: FilterGroup | PropertyFilter): one is PropertyFilter => !isGroup(one)

/** Returns the filters without those whose value is still missing; undefined if none are left. */
export function completeFilters(filters: Filters | undefined): Filters | undefined {
  if (filters === undefined) return undefined
  if (isList(filters)) {
    const kept = filters.filter(isComplete)
    return kept.length === 0 ? undefined : kept
  }
  const values = filters.values.flatMap((one): (FilterGroup | PropertyFilter)[] => {
    if (isLeaf(one)) return isComplete(one) ? [one] : []
    const inner = completeFilters(one)
    return inner === undefined ? [] : [inner as FilterGroup]
  })
  return values.length === 0 ? undefined : { ...filters, values }
}
