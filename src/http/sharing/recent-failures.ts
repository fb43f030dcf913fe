import { LRUCache } from 'lru-cache'
import type { Clock } from '#shared/clock.ts'

/** Keys that failed within the last five minutes. In memory. */
export interface RecentFailures {
  has(key: string): boolean
  note(key: string): void
}

const REMEMBERED_MS = 5 * 60_000
/** Beyond this the key with the oldest failure is evicted. */
const MOST = 1_000

export function createRecentFailures(clock: Clock): RecentFailures {
  const failedMs = new LRUCache<string, number>({ max: MOST })
  return {
    has(key) {
      const ms = failedMs.peek(key)
      // A failure that lies in the future, after the clock was set back, is dropped as well.
      return ms !== undefined && Math.abs(clock() - ms) < REMEMBERED_MS
    },
    note(key) {
      failedMs.set(key, clock())
    },
  }
}
