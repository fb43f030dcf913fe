import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '#web/api/client.ts'
import type { paths } from '#web/api/schema.d.ts'

type List = paths['/api/projects/{project_id}/insights/']['get']
export type ListedInsight = List['responses']['200']['content']['application/json']['results'][number]

/** The filters of the list of insights. They are in the address of the list. */
export interface InsightConditions {
  readonly search: string
  /** The kind, such as TRENDS or FUNNELS; empty for all kinds. */
  readonly kind: string
  readonly tag: string
  readonly isMine: boolean
  readonly isFavorite: boolean
  readonly isBin: boolean
}

const PAGE = 100

export const insightsOf = (projectId: number, conditions: InsightConditions) =>
  queryOptions({
    queryKey: ['insights', projectId, conditions],
    queryFn: async () => {
      const { search, kind, tag, isMine, isFavorite, isBin } = conditions
      return bodyOf(
        api.GET('/api/projects/{project_id}/insights/', {
          params: {
            path: { project_id: String(projectId) },
            query: {
              basic: 'true',
              limit: PAGE,
              order: '-last_modified_at',
              ...(isBin ? { deleted: 'true' as const } : { saved: 'true' as const }),
              ...(search !== '' && { search }),
              ...(kind !== '' && { insight: kind as never }),
              ...(tag !== '' && { tags: JSON.stringify([tag]) }),
              ...(isMine && { user: 'true' }),
              ...(isFavorite && { favorited: 'true' }),
            },
          },
        }),
      )
    },
  })

export const lastViewedOf = (projectId: number) =>
  queryOptions({
    queryKey: ['last-viewed', projectId],
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/insights/my_last_viewed/', {
          params: { path: { project_id: String(projectId) } },
        }),
      ),
  })

export const changeInsight = (
  projectId: number,
  id: number,
  body: { readonly favorited?: boolean; readonly deleted?: boolean },
) =>
  api.PATCH('/api/projects/{project_id}/insights/{id}/', {
    params: { path: { project_id: String(projectId), id: String(id) } },
    body: { ...body },
  })
