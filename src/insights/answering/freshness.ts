import { notOverFromMs } from '#insights/kind/incomplete-days.ts'
import type { InstantRange } from '#query/date-range.ts'
import { type Interval, isSubDay } from '#query/interval.ts'
import type { Moment } from '#query/moment.ts'

/** What a result was computed from, and when: the versions of the data, the range, and the time. */
export interface ResultBasis {
  readonly range: InstantRange
  /** The instant from which the intervals of the range are marked as unfinished. */
  readonly notOverFromMs: number
  /** The versions of the data that is read, as text. */
  readonly data: string
  readonly atMs: number
}

/** Returns the basis that a result computed from `data` at `moment` has. */
export const basisAt = (moment: Moment, data: string): ResultBasis => ({
  range: moment.range,
  notOverFromMs: notOverFromMs(moment),
  data,
  atMs: moment.nowMs,
})

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * Returns how long clients are told to wait before they ask for a new result. It is 3 minutes for a
 * question by the hour or minute, and for a range of at most 8 days (`-7d` together with today). For all
 * other questions it is 15 minutes.
 */
export function minimumIntervalMs(interval: Interval | null, { fromMs, toMs }: InstantRange): number {
  const wholeDays = Math.floor((toMs - 1 - fromMs) / DAY_MS)
  return ((interval !== null && isSubDay(interval)) || wholeDays <= 7 ? 3 : 15) * MINUTE_MS
}

/**
 * Returns whether a cached result is still the answer: the data and the range are the same, and the same
 * intervals of the range have ended. A range that moves with the clock (`-24h`) is never the same twice.
 * Such a range counts as the same for `minimumMs` if it has moved no further than the clock has.
 */
export function isFresh(cached: ResultBasis, present: ResultBasis, minimumMs: number): boolean {
  if (cached.data !== present.data) return false
  const movedMs = Math.max(
    Math.abs(present.range.fromMs - cached.range.fromMs),
    Math.abs(present.range.toMs - cached.range.toMs),
  )
  if (movedMs === 0) return cached.notOverFromMs === present.notOverFromMs
  const ageMs = present.atMs - cached.atMs
  return movedMs <= ageMs && ageMs < minimumMs
}

/**
 * Returns the basis as the text that is stored with a result. `atMs` is not in it, because it is stored in
 * a column of its own.
 */
export const basisText = ({ range, notOverFromMs, data }: ResultBasis): string =>
  `${range.fromMs} ${range.toMs} ${notOverFromMs} ${data}`

/** Reads the basis that {@link basisText} wrote. */
export function parseBasis(text: string, atMs: number): ResultBasis {
  const [fromMs, toMs, notOverFromMs, data = ''] = text.split(' ')
  return {
    range: { fromMs: Number(fromMs), toMs: Number(toMs) },
    notOverFromMs: Number(notOverFromMs),
    data,
    atMs,
  }
}
