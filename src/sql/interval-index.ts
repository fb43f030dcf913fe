import { bound, type Fragment, numeral, sql } from '#fragments/fragment.ts'
import type { Interval } from '#query/interval.ts'
import { type CutRange, isByUtcDay } from './bucket-columns.ts'

const DAY_MS = 86_400_000

/** Index of the interval that an event is in, from 0. For an event before the range it is 0 or negative. */
export function intervalIndex(range: CutRange, interval: Interval): Fragment {
  const starts = range.buckets.map(({ startMs }) => startMs)
  const first = starts[0] ?? 0
  if (isByUtcDay(range, interval)) return sql`toUInt16(day) - ${numeral(first / DAY_MS)}`
  const at = sql`toUnixTimestamp64Milli(ts)`
  const lengthMs = commonLengthMs(range)
  // If the clocks change within the range, the intervals differ in length. Then the start of the event's
  // interval is looked up in the list of all starts.
  return lengthMs === null
    ? sql`indexOf(${bound('Array(Int64)', starts)}, roundDown(${at}, ${bound('Array(Int64)', starts)})) - 1`
    : sql`intDiv(${at} - ${bound('Int64', first)}, ${numeral(lengthMs)})`
}

/**
 * Returns the length of all intervals, or null if their lengths differ. The last interval may be shorter,
 * because the range can end within it.
 */
function commonLengthMs({ buckets, toMs }: CutRange): number | null {
  const lengths = buckets.map(({ startMs }, i) => (buckets[i + 1]?.startMs ?? toMs) - startMs)
  const [length = 0] = lengths
  const last = lengths.length - 1
  return lengths.every((one, i) => (i === last ? one <= length : one === length)) ? length : null
}
