import { LRUCache } from 'lru-cache'
import { type Clock, isWithin } from '#shared/clock.ts'

/** Counts recent attempts by key (an address or a name), in memory. */
export interface AttemptLimit {
  /** Returns the seconds until the next attempt is allowed; 0 if it is allowed now. */
  secondsUntilFree(key: string): number
  /** Returns the number of recent attempts with this key, never more than `most`. */
  recent(key: string): number
  count(key: string): void
  /** Removes the last counted attempt of the key. */
  takeBack(key: string): void
  forget(key: string): void
}
interface LimitOptions {
  readonly most: number
  readonly windowSeconds: number
  readonly clock: Clock
}

/**
 * The largest number of keys that are kept, which bounds the memory. If there are more keys, the key whose
 * last attempt is the oldest is evicted.
 */
const KEPT_KEYS = 10_000

export function createAttemptLimit({ most, windowSeconds, clock }: LimitOptions): AttemptLimit {
  const windowMs = windowSeconds * 1_000
  // The times of the attempts of each key, in epoch ms. `peek` reads them without marking the key as used,
  // so that the key with the oldest last attempt is evicted first.
  const attemptsMs = new LRUCache<string, readonly number[]>({ max: KEPT_KEYS })
  const within = (key: string, nowMs: number) =>
    (attemptsMs.peek(key) ?? []).filter((ms) => isWithin(windowMs, ms, nowMs))
  return {
    secondsUntilFree(key) {
      const nowMs = clock()
      const [oldest, ...others] = within(key, nowMs)
      if (oldest === undefined || others.length + 1 < most) return 0
      return Math.ceil((oldest + windowMs - nowMs) / 1_000)
    },
    recent: (key) => within(key, clock()).length,
    count(key) {
      const nowMs = clock()
      attemptsMs.set(key, [...within(key, nowMs), nowMs].slice(-most))
    },
    takeBack(key) {
      const attempts = attemptsMs.peek(key)?.slice(0, -1) ?? []
      if (attempts.length === 0) attemptsMs.delete(key)
      else attemptsMs.set(key, attempts)
    },
    forget: (key) => void attemptsMs.delete(key),
  }
}
