import { useQuery } from '@tanstack/react-query'
import { useProject } from '#web/api/project.ts'
import { eventDefinitions } from './vocabulary.ts'

/** Returns the names of the project's events, most frequent first. Empty until they have been fetched. */
export function useEventNames(): readonly string[] {
  return useQuery(eventDefinitions(useProject().id)).data?.events.map(({ name }) => name) ?? []
}
