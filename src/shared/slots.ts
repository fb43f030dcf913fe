/** A fixed number of slots. While all are in use, callers wait in the order of their calls. */
export interface Slots {
  /** Resolves when the caller has a slot. `signal` ends the wait with the error `cancelled`. */
  take(signal?: AbortSignal): Promise<void>
  /**
   * Gives back a slot. The caller that has waited longest gets the slot, so no later call overtakes an
   * earlier one.
   */
  free(): void
  /** Resolves when no slot is in use. */
  drained(): Promise<void>
}

export function createSlots(size: number, cancelled: () => Error): Slots {
  const waiting: (() => void)[] = []
  let inUse = 0
  let onDrained: (() => void) | undefined

  function queue(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(cancelled())
      }
      waiting.push(begin)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }
  return {
    async take(signal) {
      if (signal?.aborted) throw cancelled()
      if (inUse < size) inUse++
      else await queue(signal)
    },
    free() {
      const next = waiting.shift()
      if (next !== undefined) next()
      else if (--inUse === 0) onDrained?.()
    },
    async drained() {
      if (inUse > 0) await new Promise<void>((resolve) => (onDrained = resolve))
    },
  }
}
