import { api, bodyOf } from './client.ts'

/** A query node in the form that `query/` accepts: its kind and the fields of that kind. */
export interface QueryNode {
  readonly kind: string
  readonly [field: string]: unknown
}

export interface Asking {
  readonly projectId: number
  readonly node: QueryNode
  /** Whether to compute again and ignore the cached result. */
  readonly isForced?: boolean
  readonly signal: AbortSignal
}

/**
 * Asks one question. Aborting `signal` closes the connection, and the server then cancels the computation
 * unless somebody else waits for it.
 */
export const ask = ({ projectId, node, isForced = false, signal }: Asking) =>
  bodyOf(
    api.POST('/api/projects/{project_id}/query/', {
      params: { path: { project_id: String(projectId) } },
      body: {
        query: node,
        client_query_id: crypto.randomUUID(),
        refresh: isForced ? 'force_blocking' : 'blocking',
      },
      signal,
    }),
  )
