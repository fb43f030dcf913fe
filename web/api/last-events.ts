import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.ts'

const SHOWN = 5

/** The last events of a person, newest first. */
export const lastEvents = (projectId: number, personUuid: string) =>
  queryOptions({
    queryKey: ['last-events', projectId, personUuid],
    queryFn: async ({ signal }) => {
      const { results } = await bodyOf(
        api.GET('/api/projects/{project_id}/events/', {
          params: {
            path: { project_id: String(projectId) },
            query: { person_id: personUuid, limit: SHOWN },
          },
          signal,
        }),
      )
      return results
    },
  })
