import type { Cancellation } from '#coordination/cancellation.ts'

interface Running {
  readonly userId: number
  readonly stop: AbortController
  readonly ended: Promise<unknown>
}

export function createInProcessCancellation(): Cancellation {
  const running = new Map<string, Set<Running>>()
  return {
    async run({ projectId, askedBy }, work, signal) {
      const { userId, clientQueryId } = askedBy ?? {}
      if (userId === undefined || clientQueryId === undefined) return work(signal)
      const stop = new AbortController()
      const key = keyOf(projectId, clientQueryId)
      const result = work(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]))
      const one = { userId, stop, ended: result.catch(() => undefined) }
      const others = running.get(key) ?? new Set()
      running.set(key, others.add(one))
      try {
        return await result
      } finally {
        others.delete(one)
        if (others.size === 0) running.delete(key)
      }
    },
    async cancel(projectId, clientQueryId, users) {
      const all = [...(running.get(keyOf(projectId, clientQueryId)) ?? [])]
      const named = all.filter(({ userId }) => users === 'everybody' || users === userId)
      for (const { stop } of named) stop.abort()
      await Promise.all(named.map(({ ended }) => ended))
      return named.length
    },
  }
}

const keyOf = (projectId: number, clientQueryId: string) => `${projectId}:${clientQueryId}`
