import { useQueries, useQuery } from '@tanstack/react-query'
import { groupTypes } from '#web/api/group-types.ts'
import { useProject } from '#web/api/project.ts'
import type { FilterType } from '#web/api/query-node.ts'
import { capital } from '#web/ui/capital.ts'
import { type PickGroup, type PickItem, PickList } from '#web/ui/pick-list.tsx'
import { propertyName } from './property-names.ts'
import { cohorts, properties, questionVocabulary } from './vocabulary.ts'

export interface PickedProperty {
  readonly type: FilterType
  readonly key: string
  readonly group_type_index?: number
  /** The id of the picked cohort; absent if a property was picked. */
  readonly cohortId?: number
  /**
   * The type of the property's values: `Numeric`, `DateTime`, `Boolean`, `String`. Null for lists and
   * objects.
   */
  readonly valueType: string | null
}

interface PropertyPickerProps {
  readonly label: string
  /** The types of properties that can be picked, such as only those of persons. */
  readonly types: readonly FilterType[]
  onPick(picked: PickedProperty, stays: boolean): void
}

/**
 * Picker for a property of events, persons, sessions or groups, or for a cohort. The most frequent
 * properties come first.
 */
export function PropertyPicker({ label, types, onPick }: PropertyPickerProps) {
  const groups = useGroups(types)
  return (
    <PickList
      label={label}
      placeholder="Search properties"
      groups={groups.map(({ group }) => group)}
      empty="No property has this name."
      onPick={(key, stays) => {
        const picked = groups.flatMap(({ picks }) => [...picks]).find(([of]) => of === key)
        if (picked !== undefined) onPick(picked[1], stays)
      }}
    />
  )
}

interface GroupOfPicks {
  readonly group: PickGroup
  readonly picks: ReadonlyMap<string, PickedProperty>
}

function groupOf(
  label: string,
  list: readonly (PickedProperty & { readonly shown?: string })[],
): GroupOfPicks {
  const keyed = list.map((one) => [`${label} ${one.cohortId ?? one.key}`, one] as const)
  const items = keyed.map(([key, { shown, key: name }]): PickItem => {
    const named = shown ?? propertyName(name)
    const note = named === name || shown !== undefined ? undefined : name
    return { key, label: named, note, keywords: name }
  })
  return { group: { label, items }, picks: new Map(keyed) }
}

function useGroups(types: readonly FilterType[]): readonly GroupOfPicks[] {
  const { id } = useProject()
  const has = (type: FilterType) => types.includes(type)
  const ofEvents = useQuery({ ...properties(id, { type: 'event' }), enabled: has('event') }).data ?? []
  const ofPersons = useQuery({ ...properties(id, { type: 'person' }), enabled: has('person') }).data ?? []
  const kinds = useQuery({ ...groupTypes(id), enabled: has('group') }).data ?? []
  const ofGroups = useQueries({
    queries: kinds.map(({ index }) => properties(id, { type: 'group', groupTypeIndex: index })),
  })
  const sessions = useQuery({ ...questionVocabulary(id), enabled: has('session') }).data?.session_properties
  const cohortList = useQuery({ ...cohorts(id), enabled: has('cohort') }).data ?? []
  const byCount = (list: typeof ofEvents) => list.toSorted((a, b) => b.count - a.count)
  return [
    groupOf(
      'Event',
      byCount(ofEvents).map(({ name, type }) => ({ type: 'event' as const, key: name, valueType: type })),
    ),
    groupOf(
      'Person',
      byCount(ofPersons).map(({ name, type }) => ({ type: 'person' as const, key: name, valueType: type })),
    ),
    ...kinds.map(({ index, singular }, at) =>
      groupOf(
        capital(singular),
        byCount(ofGroups[at]?.data ?? []).map(({ name, type }) => ({
          type: 'group' as const,
          key: name,
          group_type_index: index,
          valueType: type,
        })),
      ),
    ),
    groupOf(
      'Session',
      has('session')
        ? (sessions ?? []).map((key) => ({ type: 'session' as const, key, valueType: null }))
        : [],
    ),
    groupOf(
      'Cohort',
      cohortList.map((one) => ({
        type: 'cohort' as const,
        key: 'id',
        cohortId: one.id,
        shown: one.name,
        valueType: null,
      })),
    ),
  ]
}
