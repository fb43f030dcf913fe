import type { QueryClient } from '@tanstack/react-query'
import { lastDashboard, type Place } from '#web/api/last-dashboard.ts'
import { currentUser, projects } from '#web/api/session.ts'
import { visitedDashboard } from '#web/features/dashboard/use-board.ts'
import { Board } from './in-project.tsx'

/**
 * Starts all requests that the first view of a dashboard needs. If the components made them, each part
 * would wait for the part before it: the user, the projects, the code of the dashboard, its tiles, the code
 * of the charts. The user comes first, because the server refuses data to somebody who is not signed in.
 * The code is loaded without waiting.
 */
export function beginPage(queries: QueryClient): void {
  const place = dashboardAt(location.pathname)
  if (place === null) return
  const askRest = () =>
    Promise.all([queries.prefetchQuery(projects), queries.prefetchQuery(visitedDashboard(place))])
  // A part that cannot be loaded shows its error where it is displayed.
  const parts = [
    queries.fetchQuery(currentUser).then(askRest),
    Board.preload(),
    import('#web/chart/chart.tsx'),
  ]
  void Promise.allSettled(parts)
}

/** Returns the dashboard that an address opens. */
function dashboardAt(path: string): Place | null {
  if (path === '/') return lastDashboard()
  const [, projectId, id] = /^\/project\/(\d+)\/dashboards\/(\d+)$/.exec(path) ?? []
  return projectId === undefined ? null : { projectId: Number(projectId), id: Number(id) }
}
