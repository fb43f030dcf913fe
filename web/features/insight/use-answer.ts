import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { ask } from '#web/api/ask.ts'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { stableText } from '#web/question/compact.ts'
import { useAtMostEvery } from './use-at-most-every.ts'

const LEAST_PAUSE_MS = 150

interface Given {
  /**
   * The question that was answered. It differs from the question in the form while that question is
   * running.
   */
  readonly node: QueryNode
  readonly body: Awaited<ReturnType<typeof ask>>
}

export interface AnswerState {
  /** The last answer, also while the next question runs or after it failed; null before the first answer. */
  readonly given: Given | null
  readonly isAsking: boolean
  /** Whether the answer belongs to an earlier question. */
  readonly isOlder: boolean
  readonly error: Error | null
  /** Whether the question was cancelled and has no answer. */
  readonly isCancelled: boolean
  /** Asks again and ignores the cache. */
  again(): void
  /** Cancels the question, in the server as well. */
  cancel(): void
}

/**
 * Returns the answer to a question. The question is asked at once, but at most every 150 ms. A question
 * that is replaced by another is cancelled in the server.
 */
export function useAnswer(node: QueryNode): AnswerState {
  const projectId = useProject().id
  const queries = useQueryClient()
  const text = useAtMostEvery(stableText(node), LEAST_PAUSE_MS)
  const asked = useMemo(() => JSON.parse(text) as QueryNode, [text])
  const queryKey = useMemo(() => ['answer', projectId, text], [projectId, text])
  const give =
    (isForced: boolean) =>
    async ({ signal }: { signal: AbortSignal }): Promise<Given> => ({
      node: asked,
      body: await ask({ projectId, node: asked, isForced, signal }),
    })
  // An answer of another kind has another shape and would break the chart.
  const ofSameKind = (before: Given | undefined) => (before?.node.kind === asked.kind ? before : undefined)
  const query = useQuery({
    queryKey,
    queryFn: give(false),
    placeholderData: ofSameKind,
    networkMode: 'always',
  })
  const last = useRef<Given | null>(null)
  if (query.data !== undefined) last.current = query.data
  return {
    given: query.data ?? ofSameKind(last.current ?? undefined) ?? null,
    isAsking: query.isFetching,
    isOlder: query.isPlaceholderData || query.isError || query.isFetching,
    error: query.error,
    // A cancelled query returns to the state before it was asked.
    isCancelled: (query.isPending || query.isPlaceholderData) && query.fetchStatus === 'idle',
    again: () =>
      void queries.fetchQuery({ queryKey, queryFn: give(true), staleTime: 0 }).catch(() => undefined),
    cancel: () => void queries.cancelQueries({ queryKey }),
  }
}
