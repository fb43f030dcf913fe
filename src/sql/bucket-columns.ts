import { bound, type Fragment, sql } from '#fragments/fragment.ts'
import type { InstantRange } from '#query/date-range.ts'
import type { Interval } from '#query/interval.ts'
import { isWholeUtcDays } from './events.ts'
import type { Bucket } from './time-buckets.ts'

/**
 * The columns by which an event finds its bucket. `key` is the expression to group events by, and `start`
 * gives the start of the bucket in epoch ms.
 */
export interface BucketColumns {
  readonly key: Fragment
  readonly start: Fragment
}

const DAY_MS = 86_400_000

/** A range together with its buckets. */
export interface CutRange extends InstantRange {
  readonly buckets: readonly Pick<Bucket, 'startMs'>[]
}

export const isUtcMidnight = (epochMs: number): boolean => epochMs % DAY_MS === 0

/** Start of an event's UTC day in epoch ms, computed from the `day` column alone. */
export const DAY_START: Fragment = sql`toInt64(toUInt16(day)) * 86400000`

/**
 * Returns whether each bucket is one whole UTC day of the range. The `day` column alone then decides the
 * bucket of an event.
 */
export const isByUtcDay = ({ buckets, ...range }: CutRange, interval: Interval): boolean =>
  interval === 'day' &&
  isWholeUtcDays(range) &&
  // This is false if one of the buckets has several days. For example, a bucket of the 17th can be followed
  // by a bucket of the 18th to the 20th.
  buckets.length * DAY_MS === range.toMs - range.fromMs &&
  buckets.every((bucket, i) => bucket.startMs === range.fromMs + i * DAY_MS)

/**
 * Returns the columns by which events of the range find their buckets. A query must select `start` under
 * the name `bucket`.
 * Events are put into buckets by boundaries that this process has computed, not by the engine's time
 * functions. So this process and the engine agree on days of 23 and 25 hours, even if their time zone
 * databases differ.
 * If the buckets are whole UTC days, events are grouped by the column `day` itself. Its 16 bits need no
 * hash table, and `start` is computed only once for each group.
 */
export function bucketColumns(range: CutRange, interval: Interval): BucketColumns {
  if (isByUtcDay(range, interval)) return { key: sql`day`, start: DAY_START }
  const starts = range.buckets.map((bucket) => bucket.startMs)
  return {
    key: sql`bucket`,
    start: sql`roundDown(toUnixTimestamp64Milli(ts), ${bound('Array(Int64)', starts)})`,
  }
}
