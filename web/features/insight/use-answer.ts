import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { ask, type QueryNode } from '#web/api/ask.ts'
import { useProject } from '#web/api/project.ts'
import { stableText } from '#web/question/compact.ts'
import { useAtMostEvery } from './use-at-most-every.ts'

const LEAST_PAUSE_MS = 150

interface Given {
  /** The question that was answered, which is not the one of the form while that is asked. */
  readonly node: QueryNode
  readonly body: Awaited<ReturnType<typeof ask>>
}

export interface AnswerState {
  /** The last answer, also while the next question is asked or has failed; null before the first. */
  readonly given: Given | null
  readonly isAsking: boolean
  /** The answer is that of an earlier question. */
  readonly isOlder: boolean
  readonly error: Error | null
  /** The question was cancelled, and has no answer. */
  readonly isCancelled: boolean
  /** Asks again, past the cache. */
  again(): void
  /** Cancels the question, also in the server. */
  cancel(): void
}

/** The answer to a question. It is asked at once, and at most every 150 ms; a question that is overtaken is cancelled in the server. */
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
  // The answer of another kind has another form, and would break the picture.
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
    // A cancelled question goes back to the state before it was asked.
    isCancelled: (query.isPending || query.isPlaceholderData) && query.fetchStatus === 'idle',
    again: () =>
      void queries.fetchQuery({ queryKey, queryFn: give(true), staleTime: 0 }).catch(() => undefined),
    cancel: () => void queries.cancelQueries({ queryKey }),
  }
}
