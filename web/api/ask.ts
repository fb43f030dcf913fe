import { api, bodyOf } from './client.ts'
import type { QueryNode } from './query-node.ts'
import type { ResultsOf } from './results.ts'

export interface Asking<Kind extends string> {
  readonly projectId: number
  readonly node: QueryNode<Kind>
  /** Whether the server computes again although it has a cached result. */
  readonly isForced?: boolean
  readonly signal: AbortSignal
}

/** The answer to a query node of the kind `Kind`. */
type AnswerOf<Kind extends string> = Omit<Awaited<ReturnType<typeof post>>, 'results'> & {
  readonly results: ResultsOf<Kind>
}

/**
 * Asks one question. When `signal` aborts, the connection is closed, and the server cancels the computation
 * unless another client waits for it.
 */
export async function ask<Kind extends string>(asking: Asking<Kind>): Promise<AnswerOf<Kind>> {
  // The OpenAPI document has one type for the results of all kinds. The results are never null here,
  // because the request waits for them.
  return (await post(asking)) as AnswerOf<Kind>
}

const post = ({ projectId, node, isForced = false, signal }: Asking<string>) =>
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
