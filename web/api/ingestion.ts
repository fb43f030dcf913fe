import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.ts'

interface AskedIngestion {
  /** Events that arrived last. */
  readonly limit: number
  /** Hours to count; 0 is the cheap answer. */
  readonly hours: number
  readonly everyMs: number
}

/** What arrived, and what became of it; asked again while the page is shown. */
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
