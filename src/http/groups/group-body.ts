import type { z } from 'zod'
import type { GroupBody, GroupDefinitionsBody, GroupValuesBody } from '#contract/group.ts'
import type { NamedCount } from '#listings/groups-properties.ts'
import type { PropertyValue } from '#listings/values-page.ts'
import type { Group } from '#metadata/groups/group-rows.ts'

export const toGroupBody = (group: Group): z.infer<typeof GroupBody> => ({
  group_type_index: group.typeIndex,
  group_key: group.key,
  group_properties: group.properties,
  created_at: group.createdAt,
})

export const toDefinitionsBody = (
  names: ReadonlyMap<number, readonly NamedCount[]>,
  now: string,
): z.infer<typeof GroupDefinitionsBody> => {
  const byIndex = Object.fromEntries([...names].map(([index, counts]) => [index, [...counts]]))
  return { ...byIndex, group_type_index: 0, group_key: '', group_properties: byIndex, created_at: now }
}

export const toValuesBody = (
  typeIndex: number,
  key: string,
  values: readonly PropertyValue[],
  next: string | null,
  now: string,
): z.infer<typeof GroupValuesBody> => ({
  group_type_index: typeIndex,
  group_key: '',
  group_properties: Object.fromEntries([[key, values.map(({ name }) => name)]]),
  created_at: now,
  results: [...values],
  refreshing: false,
  next,
})
