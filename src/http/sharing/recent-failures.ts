import { LRUCache } from 'lru-cache'
import { type Clock, isWithin } from '#shared/clock.ts'

/** Remembers in memory which keys have failed within the last five minutes. */
export interface RecentFailures {
  has(key: string): boolean
  note(key: string): void
}

const REMEMBERED_MS = 5 * 60_000
/** The most keys that are kept. If there are more, the key whose failure is the oldest is evicted. */
const MOST = 1_000

export function createRecentFailures(clock: Clock): RecentFailures {
  const failedMs = new LRUCache<string, number>({ max: MOST })
  return {
    has(key) {
      const ms = failedMs.peek(key)
      return ms !== undefined && isWithin(REMEMBERED_MS, ms, clock())
    },
    note(key) {
      failedMs.set(key, clock())
    },
  }
}
