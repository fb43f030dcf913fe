import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '#web/api/client.ts'
import type { paths } from '#web/api/schema.d.ts'

type DashboardPath = paths['/api/projects/{project_id}/dashboards/{id}/']
export type Dashboard = DashboardPath['get']['responses']['200']['content']['application/json']
export type Tile = Dashboard['tiles'][number]

type TileChange = {
  readonly id?: number
  readonly insight?: number
  readonly text?: { readonly body: string }
  readonly layouts?: Readonly<Record<string, unknown>>
  readonly deleted?: boolean
}
/** What the page changes of a dashboard. */
export type DashboardChange = {
  readonly name?: string
  readonly pinned?: boolean
  readonly deleted?: boolean
  readonly filters?: Readonly<Record<string, unknown>>
  readonly tiles?: TileChange[]
}
type NewDashboard = {
  readonly name: string
  /** The dashboard to copy. */
  readonly use_dashboard?: number
}

/** Filters of one visit, as `filters_override` takes them. */
export interface Override {
  readonly date_from?: string
  readonly date_to?: string
  readonly properties?: readonly unknown[]
}

const pathOf = (projectId: number, id: number) => ({ project_id: String(projectId), id: String(id) })

export const dashboardsOf = (projectId: number) =>
  queryOptions({
    queryKey: ['dashboards', projectId],
    queryFn: async () =>
      (
        await bodyOf(
          api.GET('/api/projects/{project_id}/dashboards/', {
            params: { path: { project_id: String(projectId) }, query: { limit: 200 } },
          }),
        )
      ).results,
  })

/** A dashboard with the question of each tile as it stands here: with the filters of the dashboard and those of the visit. */
export const dashboardOf = (projectId: number, id: number, override: Override) =>
  queryOptions({
    queryKey: ['dashboard', projectId, id, override],
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/dashboards/{id}/', {
          params: {
            path: pathOf(projectId, id),
            query: Object.keys(override).length > 0 ? { filters_override: JSON.stringify(override) } : {},
          },
        }),
      ),
    // Another editor's changes appear here without a reload.
    refetchInterval: 5_000,
  })

export const changeDashboard = (projectId: number, id: number, body: DashboardChange) =>
  bodyOf(
    api.PATCH('/api/projects/{project_id}/dashboards/{id}/', {
      params: { path: pathOf(projectId, id) },
      body,
    }),
  )

export const createDashboard = (projectId: number, body: NewDashboard) =>
  bodyOf(
    api.POST('/api/projects/{project_id}/dashboards/', {
      params: { path: { project_id: String(projectId) } },
      body,
    }),
  )
