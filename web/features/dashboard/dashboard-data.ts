import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '#web/api/client.ts'
import type { Filters } from '#web/api/query-node.ts'
import type { paths } from '#web/api/schema.d.ts'
import { completeFilters } from '#web/question/filters.ts'

type DashboardPath = paths['/api/projects/{project_id}/dashboards/{id}/']
export type Dashboard = DashboardPath['get']['responses']['200']['content']['application/json']
export type Tile = Dashboard['tiles'][number]

type TileChange = {
  readonly id?: number
  readonly insight?: number
  readonly text?: { readonly body: string }
  readonly layouts?: Readonly<Record<string, unknown>>
  /** The name of a series colour; null for none. */
  readonly color?: string | null
  readonly deleted?: boolean
}
/** The fields of a dashboard that the page changes. */
export type DashboardChange = {
  readonly name?: string
  readonly pinned?: boolean
  readonly deleted?: boolean
  readonly filters?: Readonly<Record<string, unknown>>
  readonly tiles?: TileChange[]
}
/** A tile to create. */
export type NewTile = Pick<TileChange, 'insight' | 'text' | 'layouts' | 'color'>
type NewDashboard = {
  readonly name: string
  /** The id of the dashboard that is copied. */
  readonly use_dashboard?: number
}

/**
 * The override of one visit: dates and filters, in the form that the parameter `filters_override` accepts.
 */
export interface Override {
  readonly date_from?: string
  readonly date_to?: string
  readonly properties?: Filters
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

/**
 * A dashboard with its tiles. The question of each tile has the filters of the dashboard and of the visit
 * applied.
 */
export const dashboardOf = (projectId: number, id: number, asked: Override) => {
  const override = completeOverride(asked)
  return queryOptions({
    queryKey: ['dashboard', projectId, id, override],
    // While the tiles are fetched with other filters, the previous ones stay on screen.
    placeholderData: (before) => (before?.id === id ? before : undefined),
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/dashboards/{id}/', {
          params: {
            path: pathOf(projectId, id),
            query: Object.keys(override).length > 0 ? { filters_override: JSON.stringify(override) } : {},
          },
        }),
      ),
    // Changes that another user makes appear without a reload.
    refetchInterval: 5_000,
  })
}

/** Returns the override without those filters whose value is still missing. */
export function completeOverride({ properties, ...dates }: Override): Override {
  const complete = completeFilters(properties)
  return complete === undefined ? dates : { ...dates, properties: complete }
}

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

/** Adds an insight or a text to a dashboard. */
export const addTile = (projectId: number, id: number, tile: NewTile) =>
  bodyOf(
    api.POST('/api/projects/{project_id}/dashboards/{id}/tiles/', {
      params: { path: pathOf(projectId, id) },
      body: tile,
    }),
  )

/** Copies an insight. The copy has the insight's own question, without the filters that a dashboard adds. */
export async function copyInsight(projectId: number, id: number) {
  const params = { path: pathOf(projectId, id) }
  const { name, derived_name, description, query, filters, tags } = await bodyOf(
    api.GET('/api/projects/{project_id}/insights/{id}/', { params }),
  )
  return bodyOf(
    api.POST('/api/projects/{project_id}/insights/', {
      params: { path: { project_id: String(projectId) } },
      body: {
        name: `${name || derived_name || 'Untitled'} (copy)`.slice(0, 400),
        description: description ?? '',
        ...(query === null
          ? { filters: filters as Record<string, unknown> }
          : { query: query as Record<string, unknown> }),
        tags: [...(tags ?? [])],
        saved: true,
      },
    }),
  )
}
