/** What is being asked under a name of the client's. */
export interface RunningQuestions {
  /** Does the work, which ends early when the question is cancelled or `signal` aborts. Without an id nobody can. */
  run<T>(
    asked: { readonly projectId: number; readonly clientQueryId: string | undefined },
    work: (signal: AbortSignal | undefined) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
  /**
   * Cancels what the project asks under this name. Resolves with how many questions that were, when none of them is
   * computed any more, save what others wait for as well.
   */
  cancel(projectId: number, clientQueryId: string): Promise<number>
}

interface Running {
  readonly stop: AbortController
  readonly ended: Promise<unknown>
}

export function createRunningQuestions(): RunningQuestions {
  const running = new Map<string, Set<Running>>()
  return {
    async run({ projectId, clientQueryId }, work, signal) {
      if (clientQueryId === undefined) return work(signal)
      const stop = new AbortController()
      const key = keyOf(projectId, clientQueryId)
      const asked = work(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]))
      const one = { stop, ended: asked.catch(() => undefined) }
      const others = running.get(key) ?? new Set()
      running.set(key, others.add(one))
      try {
        return await asked
      } finally {
        others.delete(one)
        if (others.size === 0) running.delete(key)
      }
    },
    async cancel(projectId, clientQueryId) {
      const asked = [...(running.get(keyOf(projectId, clientQueryId)) ?? [])]
      for (const { stop } of asked) stop.abort()
      await Promise.all(asked.map(({ ended }) => ended))
      return asked.length
    },
  }
}

const keyOf = (projectId: number, clientQueryId: string) => `${projectId}:${clientQueryId}`
