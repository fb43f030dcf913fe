import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.ts'

interface AskedIngestion {
  /** The number of most recent events to return. */
  readonly limit: number
  /** The number of hours to count. With 0 the request is cheap. */
  readonly hours: number
  readonly everyMs: number
}

/**
 * The ingestion report: which events arrived, and what became of them. While the page is shown, the report
 * is fetched again every `everyMs` milliseconds.
 */
export const ingestion = (projectId: number, { limit, hours, everyMs }: AskedIngestion) =>
  queryOptions({
    queryKey: ['ingestion', projectId, limit, hours],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/projects/{project_id}/ingestion/', {
          params: { path: { project_id: String(projectId) }, query: { limit, hours: String(hours) } },
          signal,
        }),
      ),
    refetchInterval: everyMs,
  })
