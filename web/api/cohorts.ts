import { api, bodyOf } from './client.ts'

/**
 * The body of a request that creates a cohort. `query` is the address of a list of people, who become its
 * members.
 */
export interface NewCohort {
  readonly name: string
  readonly is_static?: boolean
  readonly query?: string
  /** The definition of a cohort that is not static. */
  readonly filters?: Record<string, unknown>
}

export const createCohort = (projectId: number, cohort: NewCohort) =>
  bodyOf(
    api.POST('/api/projects/{project_id}/cohorts/', {
      params: { path: { project_id: String(projectId) } },
      body: { ...cohort },
    }),
  )

/** Deletes a cohort. A deleted cohort can be restored. */
export const deleteCohort = (projectId: number, id: number) =>
  api.PATCH('/api/projects/{project_id}/cohorts/{id}/', {
    params: { path: { project_id: String(projectId), id: String(id) } },
    body: { deleted: true },
  })
