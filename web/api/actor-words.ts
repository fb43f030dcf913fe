import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { groupTypes } from './group-types.ts'
import { ProjectContext } from './project.ts'

export interface ActorWords {
  readonly one: string
  readonly many: string
}
const PERSONS: ActorWords = { one: 'person', many: 'persons' }

/**
 * Returns the words for what a question counts: persons, or the groups of one type. Outside of a project,
 * as on shared pages, the name of a group type is unknown, and the words are "group" and "groups".
 */
export function useActorWords(groupTypeIndex: number | null): ActorWords {
  const projectId = use(ProjectContext)?.id
  const { data = [] } = useQuery({
    ...groupTypes(projectId ?? 0),
    enabled: groupTypeIndex !== null && projectId !== undefined,
  })
  if (groupTypeIndex === null) return PERSONS
  const type = data.find(({ index }) => index === groupTypeIndex)
  if (type === undefined) return { one: 'group', many: 'groups' }
  return { one: type.singular, many: type.plural }
}
