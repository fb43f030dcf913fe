import { useQuery } from '@tanstack/react-query'
import { useProject } from '#web/api/project.ts'
import type { PropertyFilter } from '#web/api/query-node.ts'
import { properties } from './vocabulary.ts'

/** Returns the type of a property's values, such as `Numeric`; null if they have several types, or none. */
export function useValueType({ type = 'event', key, group_type_index }: PropertyFilter): string | null {
  const { id } = useProject()
  const isKnown = type === 'event' || type === 'person' || type === 'group'
  const { data } = useQuery({
    ...properties(id, {
      type: isKnown ? type : 'event',
      ...(type === 'group' && { groupTypeIndex: group_type_index ?? 0 }),
    }),
    enabled: isKnown,
  })
  if (type === 'session') return key === '$session_duration' ? 'Numeric' : null
  return isKnown ? (data?.find(({ name }) => name === key)?.type ?? null) : null
}
