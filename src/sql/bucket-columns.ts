import type { InstantRange } from '#query/date-range.ts'
import type { Interval } from '#query/interval.ts'
import { isWholeUtcDays } from './events.ts'
import { bound, type Fragment, sql } from './fragment.ts'
import type { Bucket } from './time-buckets.ts'

/** How an event finds its bucket: the expression to group by, and the start of the bucket in epoch ms. */
export interface BucketColumns {
  readonly key: Fragment
  readonly start: Fragment
}

const DAY_MS = 86_400_000

/** A range with its buckets. */
export interface CutRange extends InstantRange {
  readonly buckets: readonly Pick<Bucket, 'startMs'>[]
}

export const isUtcMidnight = (epochMs: number): boolean => epochMs % DAY_MS === 0

/** The start of the UTC day of an event in epoch ms, from the column alone. */
export const DAY_START: Fragment = sql`toInt64(toUInt16(day)) * 86400000`

/** Whether each bucket is one UTC day of the range, so that the `day` column alone tells it. */
export const isByUtcDay = ({ buckets, ...range }: CutRange, interval: Interval): boolean =>
  interval === 'day' &&
  isWholeUtcDays(range) &&
  // Not where a bucket has several days: the 17th, and the 18th to the 20th.
  buckets.length * DAY_MS === range.toMs - range.fromMs &&
  buckets.every((bucket, i) => bucket.startMs === range.fromMs + i * DAY_MS)

/**
 * Buckets are cut by the boundaries of the calendar, not by the engine's time functions: both then agree on days
 * of 23 and 25 hours, whichever time zone database each has. Whole UTC days are grouped by the column itself, whose 16 bits
 * need no hash table; its start is computed once a group. `start` is named `bucket`.
 */
export function bucketColumns(range: CutRange, interval: Interval): BucketColumns {
  if (isByUtcDay(range, interval)) return { key: sql`day`, start: DAY_START }
  const starts = range.buckets.map((bucket) => bucket.startMs)
  return {
    key: sql`bucket`,
    start: sql`roundDown(toUnixTimestamp64Milli(ts), ${bound('Array(Int64)', starts)})`,
  }
}
