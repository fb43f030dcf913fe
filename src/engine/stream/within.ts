import type { Timer } from '#shared/clock.ts'

/** The result of `work`. `onLate` is called where it takes longer, once. */
export async function within<T>(timer: Timer, ms: number, work: Promise<T>, onLate: () => void): Promise<T> {
  const cancel = timer(ms, async () => onLate())
  try {
    return await work
  } finally {
    cancel()
  }
}
