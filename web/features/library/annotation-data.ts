import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '#web/api/client.ts'

export interface Annotation {
  readonly id: number
  readonly content: string | null
  readonly date_marker: string | null
  readonly scope: string
  readonly insight_short_id: string | null
}
export interface AnnotationChange {
  readonly content?: string
  /** The date and time that the annotation marks, in the time zone of the project. */
  readonly date_marker?: string
  readonly deleted?: boolean
}

/** The annotations of a project. Those with the latest marked times come first. */
export const annotationsOf = (projectId: number) =>
  queryOptions({
    queryKey: ['annotations', projectId],
    queryFn: async () => {
      const params = { path: { project_id: String(projectId) }, query: { limit: 200 } }
      return (await bodyOf(api.GET('/api/projects/{project_id}/annotations/', { params }))).results
    },
  })

/** Creates an annotation of the project if `id` is null. Otherwise changes the annotation with this id. */
export const writeAnnotation = (projectId: number, id: number | null, change: AnnotationChange) =>
  id === null
    ? bodyOf(
        api.POST('/api/projects/{project_id}/annotations/', {
          params: { path: { project_id: String(projectId) } },
          body: { ...change, scope: 'project' },
        }),
      )
    : bodyOf(
        api.PATCH('/api/projects/{project_id}/annotations/{id}/', {
          params: { path: { project_id: String(projectId), id: String(id) } },
          body: { ...change },
        }),
      )
