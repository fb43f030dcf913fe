import { useQuery } from '@tanstack/react-query'
import { useProject } from '#web/api/project.ts'
import { eventDefinitions } from './vocabulary.ts'

/** The names of the project's events, the most frequent first; none until they have come. */
export function useEventNames(): readonly string[] {
  return useQuery(eventDefinitions(useProject().id)).data?.events.map(({ name }) => name) ?? []
}
