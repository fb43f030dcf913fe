import { api, bodyOf } from './client.ts'

/** A query node as `query/` takes it: its kind and the fields of that kind. */
export interface QueryNode {
  readonly kind: string
  readonly [field: string]: unknown
}

export interface Asking {
  readonly projectId: number
  readonly node: QueryNode
  /** Computes again instead of taking the cached result. */
  readonly isForced?: boolean
  readonly signal: AbortSignal
}

/**
 * Asks one question. Giving up (`signal`) closes the connection, for which the server cancels what nobody
 * else waits for.
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
