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

/** Asks one question. Giving up (`signal`) also cancels it in the server, by its id. */
export async function ask({ projectId, node, isForced = false, signal }: Asking) {
  const queryId = crypto.randomUUID()
  const path = { project_id: String(projectId) }
  signal.addEventListener('abort', () => {
    void api
      .DELETE('/api/projects/{project_id}/query/{query_id}/', {
        params: { path: { ...path, query_id: queryId } },
      })
      .catch(() => undefined)
  })
  return bodyOf(
    api.POST('/api/projects/{project_id}/query/', {
      params: { path },
      body: {
        query: node,
        client_query_id: queryId,
        refresh: isForced ? 'force_blocking' : 'blocking',
      },
      signal,
    }),
  )
}
