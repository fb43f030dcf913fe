import { createUuidBloomFilter, type UuidBloomFilter } from './uuid-bloom-filter.ts'
import type { UuidHash } from './uuid-hash.ts'

export interface RecentUuidsLimits {
  /** Highest number of uuids, over all days, for which memory is taken. A uuid takes 4 bytes. */
  readonly maxKeys: number
  readonly maxDays: number
}

/** The uuids of events by the UTC day of the event. Days are counted from 1970. */
export interface RecentUuids {
  /**
   * Returns the first day that is complete: every uuid that was added with this day or a later one is still
   * known.
   */
  fromDay(): number
  /** Takes memory for this many uuids of a day before they are added. */
  expect(day: number, keys: number): void
  forgetBefore(day: number): void
  /** Forgets the oldest days until the limits are met. */
  trim(): void
  mayContain(hash: UuidHash): boolean
  /** Adds a uuid. A uuid of a day before `fromDay` is not kept. */
  add(hash: UuidHash, day: number): void
}

export function createRecentUuids(limits: RecentUuidsLimits): RecentUuids {
  // The newest day comes first, because most uuids belong to it.
  let days: { readonly day: number; readonly filter: UuidBloomFilter }[] = []
  let fromDay = Number.NEGATIVE_INFINITY
  const capacity = () => days.reduce((sum, { filter }) => sum + filter.capacity(), 0)

  function forgetBefore(day: number): void {
    fromDay = Math.max(fromDay, day)
    days = days.filter((kept) => kept.day >= fromDay)
  }
  function open(day: number, keys: number): UuidBloomFilter {
    const filter = createUuidBloomFilter(keys)
    days = [...days, { day, filter }].sort((a, b) => b.day - a.day)
    return filter
  }
  function trim(): void {
    for (let last = days.at(-1); last !== undefined; last = days.at(-1)) {
      if (days.length <= limits.maxDays && capacity() <= limits.maxKeys) return
      forgetBefore(last.day + 1)
    }
  }
  // Returns for how many uuids a new day takes memory: about as many as the newest day so far has, or 0 if
  // the new day is older. The number is limited, so that the new day does not push out the newest day so
  // far.
  function expectedOf(day: number): number {
    const [newest] = days
    if (newest === undefined || newest.day > day) return 0
    return Math.min(newest.filter.capacity(), limits.maxKeys / 8)
  }
  function filterOf(day: number): UuidBloomFilter | undefined {
    for (const kept of days) if (kept.day === day) return kept.filter
    return undefined
  }

  return {
    fromDay: () => fromDay,
    forgetBefore,
    trim,
    expect(day, keys) {
      if (day >= fromDay && filterOf(day) === undefined) open(day, keys)
    },
    mayContain(hash) {
      for (const { filter } of days) if (filter.mayContain(hash)) return true
      return false
    },
    add(hash, day) {
      if (day < fromDay) return
      const filter = filterOf(day) ?? open(day, expectedOf(day))
      filter.add(hash)
    },
  }
}
