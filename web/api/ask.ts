import { api, bodyOf } from './client.ts'
import type { QueryNode } from './query-node.ts'
import type { ResultsOf } from './results.ts'

export interface Asking<Kind extends string> {
  readonly projectId: number
  readonly node: QueryNode<Kind>
  /** Whether to compute again and ignore the cached result. */
  readonly isForced?: boolean
  readonly signal: AbortSignal
}

/** The answer to a query node of this kind. */
type AnswerOf<Kind extends string> = Omit<Awaited<ReturnType<typeof post>>, 'results'> & {
  readonly results: ResultsOf<Kind>
}

/**
 * Asks one question. Aborting `signal` closes the connection, and the server then cancels the computation
 * unless somebody else waits for it.
 */
export async function ask<Kind extends string>(asking: Asking<Kind>): Promise<AnswerOf<Kind>> {
  // The document lists the results of all kinds. They are never null, because the request waits for them.
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
