import { queryOptions } from '@tanstack/react-query'
import type { QueryNode } from '#web/api/query-node.ts'
import { api, bodyOf } from './client.ts'

/** The SQL statements that would compute a question. They are not run. */
export const statementsOf = (projectId: number, node: QueryNode) =>
  queryOptions({
    queryKey: ['statements', projectId, node],
    queryFn: async ({ signal }) =>
      (
        await bodyOf(
          api.POST('/api/projects/{project_id}/query/statements/', {
            params: { path: { project_id: String(projectId) } },
            body: { query: node },
            signal,
          }),
        )
      ).statements,
  })
