import { type Fragment, sql } from '#fragments/fragment.ts'
import type { Interval } from '#query/interval.ts'
import { bucketColumns, type CutRange } from '#sql/bucket-columns.ts'
import { intervalIndex } from '#sql/interval-index.ts'

/** Number of bits of a UInt64. */
const MOST_BITS = 64

/**
 * Returns an aggregate over the events of an actor: the number of intervals of a range in which the actor
 * had events. Up to 64 intervals are a bit each, and the bits are joined by OR. On 5 million events this
 * takes a third of the CPU of a set of intervals for each actor.
 */
export function activeIntervals(range: CutRange, interval: Interval): Fragment {
  return range.buckets.length > MOST_BITS
    ? sql`uniqExact(${bucketColumns(range, interval).start})`
    : sql`bitCount(groupBitOr(bitShiftLeft(toUInt64(1), ${intervalIndex(range, interval)})))`
}
