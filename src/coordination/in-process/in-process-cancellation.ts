import type { Cancellation } from '#coordination/cancellation.ts'

interface Running {
  readonly stop: AbortController
  readonly ended: Promise<unknown>
}

export function createInProcessCancellation(): Cancellation {
  const running = new Map<string, Set<Running>>()
  return {
    async run({ projectId, clientQueryId }, work, signal) {
      if (clientQueryId === undefined) return work(signal)
      const stop = new AbortController()
      const key = keyOf(projectId, clientQueryId)
      const result = work(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]))
      const one = { stop, ended: result.catch(() => undefined) }
      const others = running.get(key) ?? new Set()
      running.set(key, others.add(one))
      try {
        return await result
      } finally {
        others.delete(one)
        if (others.size === 0) running.delete(key)
      }
    },
    async cancel(projectId, clientQueryId) {
      const named = [...(running.get(keyOf(projectId, clientQueryId)) ?? [])]
      for (const { stop } of named) stop.abort()
      await Promise.all(named.map(({ ended }) => ended))
      return named.length
    },
  }
}

const keyOf = (projectId: number, clientQueryId: string) => `${projectId}:${clientQueryId}`
