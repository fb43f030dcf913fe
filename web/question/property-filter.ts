import type { PropertyFilter } from '#web/api/query-node.ts'
import type { PickedProperty } from './property-picker.tsx'

/** Returns a new filter on a property, whose value is still missing. A filter on a cohort is complete. */
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
