import type { QueryClient } from '@tanstack/react-query'
import { lastDashboard, type Place } from '#web/api/last-dashboard.ts'
import { currentUser, projects } from '#web/api/session.ts'
import { visitedDashboard } from '#web/features/dashboard/use-board.ts'
import { Board } from './in-project.tsx'

/**
 * Starts all requests that the first view of a dashboard needs. If the components started the requests, each
 * request would begin only after the one before it: the user, the projects, the code of the dashboard, its
 * tiles, the code of the charts. The data are requested after the user, because the server refuses them to
 * somebody who is not signed in. The code is loaded at once.
 */
export function beginPage(queries: QueryClient): void {
  const place = dashboardAt(location.pathname)
  if (place === null) return
  const askRest = () =>
    Promise.all([queries.prefetchQuery(projects), queries.prefetchQuery(visitedDashboard(place))])
  // If a part cannot be loaded, the component that displays it shows the error.
  const parts = [
    queries.fetchQuery(currentUser).then(askRest),
    Board.preload(),
    import('#web/chart/chart.tsx'),
  ]
  void Promise.allSettled(parts)
}

/** Returns the dashboard that an address opens; null if it opens none. */
function dashboardAt(path: string): Place | null {
  if (path === '/') return lastDashboard()
  const [, projectId, id] = /^\/project\/(\d+)\/dashboards\/(\d+)$/.exec(path) ?? []
  return projectId === undefined ? null : { projectId: Number(projectId), id: Number(id) }
}
