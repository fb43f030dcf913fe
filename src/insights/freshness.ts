import type { InsightQuery } from '#query/insight-query.ts'
import { intervalOf } from '#query/resolve.ts'
import type { InstantRange } from '#sql/events.ts'

/** What an answer was, or would be, computed from, and when. */
export interface AnswerBasis {
  readonly range: InstantRange
  /** Names the state of the data that is read. */
  readonly data: string
  readonly atMs: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * How long clients are told to wait before they ask for a new answer: 3 minutes for hours and for ranges of up to 7 days,
 * else 15.
 */
export function minimumIntervalMs(query: InsightQuery, { fromMs, toMs }: InstantRange): number {
  const wholeDays = Math.floor((toMs - 1 - fromMs) / DAY_MS)
  return (intervalOf(query) === 'hour' || wholeDays <= 7 ? 3 : 15) * MINUTE_MS
}

/**
 * Whether an answer is still the answer: the same data and the same range. A range that moves with the clock (`-24h`)
 * would never be the same; it counts as such as long as it has moved no further than the clock, for `minimumMs`.
 */
export function isFresh(kept: AnswerBasis, present: AnswerBasis, minimumMs: number): boolean {
  if (kept.data !== present.data) return false
  const movedMs = Math.max(
    Math.abs(present.range.fromMs - kept.range.fromMs),
    Math.abs(present.range.toMs - kept.range.toMs),
  )
  if (movedMs === 0) return true
  const ageMs = present.atMs - kept.atMs
  return movedMs <= ageMs && ageMs < minimumMs
}

/** As it is kept beside an answer; `atMs` is kept in words. */
export const basisText = ({ range, data }: AnswerBasis): string => `${range.fromMs} ${range.toMs} ${data}`

/** What {@link basisText} wrote. */
export function readBasis(text: string, atMs: number): AnswerBasis {
  const [fromMs, toMs, data = ''] = text.split(' ')
  return { range: { fromMs: Number(fromMs), toMs: Number(toMs) }, data, atMs }
}
