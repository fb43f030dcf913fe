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
   * The question that this answer belongs to. While a newer question is running, the form shows the newer
   * one.
   */
  readonly node: QueryNode
  readonly body: Awaited<ReturnType<typeof ask>>
}

export interface AnswerState {
  /**
   * The last answer. It stays while the next question runs, and if that question fails. Null before the
   * first answer.
   */
  readonly given: Given | null
  readonly isAsking: boolean
  /** Whether the answer belongs to an earlier question, or is being computed again. */
  readonly isOlder: boolean
  readonly error: Error | null
  /** Whether the question was cancelled before it had an answer. */
  readonly isCancelled: boolean
  /** Asks the question again. The server then ignores its cached result. */
  again(): void
  /** Cancels the running question, also in the server. */
  cancel(): void
}

/**
 * Returns the answer to a question, which is asked as soon as it changes, but at most every 150 ms. If
 * another question replaces it before the answer arrives, the server cancels it.
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
  // The answer of another kind has another form, and the chart could not draw it.
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
    // Cancelling puts the query back into its state before the question was asked.
    isCancelled: (query.isPending || query.isPlaceholderData) && query.fetchStatus === 'idle',
    again: () =>
      void queries.fetchQuery({ queryKey, queryFn: give(true), staleTime: 0 }).catch(() => undefined),
    cancel: () => void queries.cancelQueries({ queryKey }),
  }
}
