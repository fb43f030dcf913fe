import type { QueryClient } from '@tanstack/react-query'
import { lastDashboard, type Place } from '#web/api/last-dashboard.ts'
import { currentUser, projects } from '#web/api/session.ts'
import { visitedDashboard } from '#web/features/dashboard/use-board.ts'
import { Board } from './in-project.tsx'

/**
 * Asks early for all that a dashboard's first picture needs. Left to the components each part waits for the
 * one before: the user, the projects, the code of the dashboard, its tiles, the code of the charts. The
 * user comes first, because the data would be refused to nobody; the code does not wait.
 */
export function beginPage(queries: QueryClient): void {
  const place = dashboardAt(location.pathname)
  if (place === null) return
  const askRest = () =>
    Promise.all([queries.prefetchQuery(projects), queries.prefetchQuery(visitedDashboard(place))])
  // A part that cannot be loaded says so where it is shown.
  const parts = [
    queries.fetchQuery(currentUser).then(askRest),
    Board.preload(),
    import('#web/chart/chart.tsx'),
  ]
  void Promise.allSettled(parts)
}

/** The dashboard that an address opens. */
function dashboardAt(path: string): Place | null {
  if (path === '/') return lastDashboard()
  const [, projectId, id] = /^\/project\/(\d+)\/dashboards\/(\d+)$/.exec(path) ?? []
  return projectId === undefined ? null : { projectId: Number(projectId), id: Number(id) }
}
