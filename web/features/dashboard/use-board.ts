import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Place } from '#web/api/last-dashboard.ts'
import { useProject } from '#web/api/project.ts'
import { fragmentPart, setFragment, useFragment } from '#web/question/use-question.ts'
import {
  changeDashboard,
  type Dashboard,
  type DashboardChange,
  dashboardOf,
  type Override,
} from './dashboard-data.ts'

/**
 * Returns the override of the visit, which is in the fragment of the address: `#f={"date_from":"-30d"}`. If
 * it cannot be parsed, there is no override.
 */
export function useOverride(): [Override, (override: Override) => void] {
  const text = useFragment('f')
  const setOverride = useCallback(
    (override: Override) =>
      setFragment({ f: Object.keys(override).length === 0 ? null : JSON.stringify(override) }, 'push'),
    [],
  )
  return [parseOverride(text), setOverride]
}

function parseOverride(text: string | null): Override {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/**
 * The query for the dashboard with the override of the visit. It can be started before the dashboard is
 * shown.
 */
export const visitedDashboard = ({ projectId, id }: Place) =>
  dashboardOf(projectId, id, parseOverride(fragmentPart('f')))

/**
 * Returns the dashboard with the override of the visit, and a function that changes the dashboard: first on
 * the page and then on the server.
 */
export function useBoard(id: number) {
  const { id: projectId } = useProject()
  const [override, setOverride] = useOverride()
  const queries = useQueryClient()
  const options = dashboardOf(projectId, id, override)
  const board = useQuery(options)
  /**
   * Changes the dashboard on the server. `preview` makes the change on the page, before the server
   * responds.
   */
  const change = async (body: DashboardChange, preview?: (before: Dashboard) => Dashboard) => {
    if (preview !== undefined) {
      await queries.cancelQueries({ queryKey: options.queryKey })
      queries.setQueryData(options.queryKey, (before) => before && preview(before))
    }
    try {
      return await changeDashboard(projectId, id, body)
    } finally {
      await queries.invalidateQueries({ queryKey: ['dashboard', projectId, id] })
      await queries.invalidateQueries({ queryKey: ['dashboards', projectId] })
    }
  }
  return { board, change, override, setOverride }
}
