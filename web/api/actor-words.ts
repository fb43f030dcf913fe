import { useQuery } from '@tanstack/react-query'
import { groupTypes } from './group-types.ts'
import { useProject } from './project.ts'

export interface ActorWords {
  readonly one: string
  readonly many: string
}
const PERSONS: ActorWords = { one: 'person', many: 'persons' }

/** The word for what is counted: persons, or the groups of a type. */
export function useActorWords(groupTypeIndex: number | null): ActorWords {
  const { data = [] } = useQuery({ ...groupTypes(useProject().id), enabled: groupTypeIndex !== null })
  if (groupTypeIndex === null) return PERSONS
  const type = data.find(({ index }) => index === groupTypeIndex)
  if (type === undefined) return { one: 'group', many: 'groups' }
  return { one: type.singular.toLowerCase(), many: type.plural.toLowerCase() }
}
