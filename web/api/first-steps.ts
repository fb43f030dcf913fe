import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.ts'

/** Whether the first user of the server can be set up now. */
export const setupState = queryOptions({
  queryKey: ['setup'],
  queryFn: () => bodyOf(api.GET('/api/setup/')),
  staleTime: Number.POSITIVE_INFINITY,
})

export type FirstUser = {
  readonly code: string
  readonly email: string
  readonly password: string
  readonly first_name: string
}
/** Sets up the first user and signs in as that user. @throws ApiError with the field that was refused */
export const setUp = (user: FirstUser) => bodyOf(api.POST('/api/setup/', { body: { ...user } }))

/** Whether a project has ever stored an event. */
export const hasEvents = (projectId: number) =>
  queryOptions({
    queryKey: ['has-events', projectId],
    queryFn: async () => {
      const params = { path: { project_id: String(projectId) }, query: { limit: 1 } }
      return (await bodyOf(api.GET('/api/projects/{project_id}/event_definitions/', { params }))).count > 0
    },
  })
