import type { Clock } from '#shared/clock.ts'
import { putLast } from '#shared/put-last.ts'

/** How often something was tried in the last while, by whatever is counted: an address, a name. In memory. */
export interface AttemptLimit {
  /** 0 where another attempt may be made now. */
  secondsUntilFree(key: string): number
  count(key: string): void
  /** Takes the last counted attempt back. */
  takeBack(key: string): void
  forget(key: string): void
}
interface LimitOptions {
  readonly most: number
  readonly windowSeconds: number
  readonly clock: Clock
}

/** Whoever has been quiet longest makes room for others: memory is bounded however many there are. */
const KEPT_KEYS = 10_000

export function createAttemptLimit({ most, windowSeconds, clock }: LimitOptions): AttemptLimit {
  const windowMs = windowSeconds * 1_000
  // In the order of the last attempt.
  const attemptsMs = new Map<string, readonly number[]>()
  const recent = (key: string, nowMs: number) =>
    // A clock that is set back frees, too.
    (attemptsMs.get(key) ?? []).filter((ms) => Math.abs(nowMs - ms) < windowMs)
  return {
    secondsUntilFree(key) {
      const nowMs = clock()
      const [oldest, ...others] = recent(key, nowMs)
      if (oldest === undefined || others.length + 1 < most) return 0
      return Math.ceil((oldest + windowMs - nowMs) / 1_000)
    },
    count(key) {
      const nowMs = clock()
      const attempts = [...recent(key, nowMs), nowMs].slice(-most)
      putLast(attemptsMs, key, attempts, KEPT_KEYS)
    },
    takeBack(key) {
      const attempts = attemptsMs.get(key)?.slice(0, -1) ?? []
      if (attempts.length === 0) attemptsMs.delete(key)
      else attemptsMs.set(key, attempts)
    },
    forget: (key) => void attemptsMs.delete(key),
  }
}
