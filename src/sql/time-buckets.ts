import { Temporal } from 'temporal-polyfill'
import { type RangeEnds, unitOf } from '#query/date-range.ts'
import { type Calendar, startOf, startOfNext } from '#query/date-text.ts'
import type { Interval } from '#query/interval.ts'
import { LIMITS } from '#query/limits.ts'
import { attrOf, type Places } from '#query/places.ts'
import { invalid } from '#shared/request-error.ts'

/** The start of a bucket: its instant, and how the interface writes it. */
export interface Bucket {
  readonly startMs: number
  /** `YYYY-MM-DD`, with ` HH:MM:SS` for hours. */
  readonly day: string
  /** `8-Jan-2026`, with ` HH:MM` for hours. */
  readonly label: string
}

/**
 * The buckets of a range, cut in the project's time zone. The first may begin before the range.
 * @throws RequestError for more than {@link LIMITS.buckets}.
 */
export function cutBuckets(
  { first, end }: RangeEnds,
  interval: Interval,
  calendar: Calendar,
  at: Places,
): Bucket[] {
  const buckets: Bucket[] = []
  const unit = unitOf(interval)
  const start = startOf(first, unit, calendar.weekStartDay)
  for (let next = start; Temporal.ZonedDateTime.compare(next, end) < 0; next = startOfNext(next, unit)) {
    if (buckets.length === LIMITS.buckets)
      throw invalid(
        'max_value',
        `More than ${LIMITS.buckets} ${interval}s: choose a longer interval.`,
        attrOf(at('interval')),
      )
    buckets.push(toBucket(next, interval))
  }
  return buckets
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function toBucket(at: Temporal.ZonedDateTime, interval: Interval): Bucket {
  const date = at.toPlainDate().toString()
  const time = at.toPlainTime().toString({ smallestUnit: 'second' })
  const label = `${at.day}-${MONTHS[at.month - 1]}-${at.year}`
  return interval === 'hour'
    ? { startMs: at.epochMilliseconds, day: `${date} ${time}`, label: `${label} ${time.slice(0, 5)}` }
    : { startMs: at.epochMilliseconds, day: date, label }
}
