import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '#web/api/client.ts'

export const cohortsOf = (projectId: number, search: string) =>
  queryOptions({
    queryKey: ['cohorts', projectId, search],
    queryFn: async () => {
      const params = { path: { project_id: String(projectId) }, query: { limit: 1_000, search } }
      return (await bodyOf(api.GET('/api/projects/{project_id}/cohorts/', { params }))).results
    },
  })

const pathOf = (projectId: number, id: number) => ({ project_id: String(projectId), id: String(id) })

/** A cohort with the number of members that it has now. */
export const cohortOf = (projectId: number, id: number) =>
  queryOptions({
    queryKey: ['cohort', projectId, id],
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/cohorts/{id}/', { params: { path: pathOf(projectId, id) } }),
      ),
  })

export interface CohortChange {
  readonly name?: string
  readonly description?: string
  readonly filters?: Record<string, unknown>
  readonly deleted?: boolean
}
export const createCohort = (projectId: number, body: CohortChange) =>
  bodyOf(
    api.POST('/api/projects/{project_id}/cohorts/', {
      params: { path: { project_id: String(projectId) } },
      body: body as { name: string },
    }),
  )
export const changeCohort = (projectId: number, id: number, body: CohortChange) =>
  bodyOf(
    api.PATCH('/api/projects/{project_id}/cohorts/{id}/', {
      params: { path: pathOf(projectId, id) },
      body: { ...body },
    }),
  )

const EXAMPLES = 10

/** The number of members of a saved cohort, and ten of the members. */
export const membersOf = (projectId: number, id: number) =>
  queryOptions({
    queryKey: ['cohort-members', projectId, id],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/projects/{project_id}/cohorts/{id}/persons/', {
          params: { path: pathOf(projectId, id), query: { limit: EXAMPLES } },
          signal,
        }),
      ),
  })

/** The number of persons that match a definition that is not saved yet, and ten of these persons. */
export const membersWith = (projectId: number, filters: Record<string, unknown> | null) =>
  queryOptions({
    queryKey: ['cohort-preview', projectId, filters],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST('/api/projects/{project_id}/cohorts/preview/', {
          params: { path: { project_id: String(projectId) } },
          body: { filters },
          signal,
        }),
      ),
  })
