import type { Timer } from '#shared/clock.ts'

/** Returns the result of `work`. If it takes longer than `ms`, `onLate` is called once. */
export async function within<T>(timer: Timer, ms: number, work: Promise<T>, onLate: () => void): Promise<T> {
  const cancel = timer(ms, async () => onLate())
  try {
    return await work
  } finally {
    cancel()
  }
}
