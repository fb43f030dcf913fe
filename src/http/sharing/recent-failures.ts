import type { Clock } from '#shared/clock.ts'
import { putLast } from '#shared/put-last.ts'

/** What failed in the last while, by name. In memory. */
export interface RecentFailures {
  has(key: string): boolean
  note(key: string): void
}

const REMEMBERED_MS = 5 * 60_000
/** Who failed longest ago makes room for others. */
const MOST = 1_000

export function createRecentFailures(clock: Clock): RecentFailures {
  // In the order in which they failed.
  const failedMs = new Map<string, number>()
  return {
    has(key) {
      const ms = failedMs.get(key)
      // A clock that is set back forgets, too.
      return ms !== undefined && Math.abs(clock() - ms) < REMEMBERED_MS
    },
    note(key) {
      putLast(failedMs, key, clock(), MOST)
    },
  }
}
