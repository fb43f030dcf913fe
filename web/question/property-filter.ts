import type { PropertyFilter } from '#web/api/query-node.ts'
import type { PickedProperty } from './property-picker.tsx'

/** Returns a new filter by a property. Its value is still missing, unless it is a filter by a cohort. */
export function filterOf({
  type,
  key,
  group_type_index,
  cohortId,
  valueType,
}: PickedProperty): PropertyFilter {
  if (type === 'cohort') return { type, key: 'id', operator: 'in', value: cohortId }
  const isDate = valueType === 'DateTime'
  return {
    type,
    key,
    operator: isDate ? 'is_date_after' : 'exact',
    value: isDate ? '' : [],
    ...(group_type_index === undefined ? {} : { group_type_index }),
  }
}
