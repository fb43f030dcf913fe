import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '#web/api/client.ts'

/** An insight or a dashboard that can be shared. `id` is its number. */
export interface Shared {
  readonly noun: 'insight' | 'dashboard'
  readonly id: number
}

const paramsOf = (projectId: number, id: number) => ({
  params: { path: { project_id: String(projectId), id: String(id) } },
})

export const sharingOf = (projectId: number, { noun, id }: Shared) =>
  queryOptions({
    queryKey: ['sharing', projectId, noun, id],
    queryFn: () =>
      noun === 'insight'
        ? bodyOf(api.GET('/api/projects/{project_id}/insights/{id}/sharing/', paramsOf(projectId, id)))
        : bodyOf(api.GET('/api/projects/{project_id}/dashboards/{id}/sharing/', paramsOf(projectId, id))),
  })

type SharingChange = {
  readonly enabled?: boolean
  readonly may_change_dates?: boolean
}

export function changeSharing(projectId: number, { noun, id }: Shared, body: SharingChange) {
  const request = { ...paramsOf(projectId, id), body }
  return noun === 'insight'
    ? api.PATCH('/api/projects/{project_id}/insights/{id}/sharing/', request)
    : api.PATCH('/api/projects/{project_id}/dashboards/{id}/sharing/', request)
}

/** Replaces the link with a new one. The old link then shows nothing. */
export const replaceLink = (projectId: number, { noun, id }: Shared) =>
  noun === 'insight'
    ? api.POST('/api/projects/{project_id}/insights/{id}/sharing/refresh/', paramsOf(projectId, id))
    : api.POST('/api/projects/{project_id}/dashboards/{id}/sharing/refresh/', paramsOf(projectId, id))
