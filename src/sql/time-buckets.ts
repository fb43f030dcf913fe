import type { Temporal } from 'temporal-polyfill'
import { type RangeEnds, unitOf } from '#query/date-range.ts'
import { type Calendar, startOf, startOfNext } from '#query/date-text.ts'
import { type Interval, isSubDay } from '#query/interval.ts'
import { LIMITS } from '#query/limits.ts'
import { attrOf, type Places } from '#query/places.ts'
import { invalid } from '#shared/request-error.ts'

/** The start of a bucket: its instant, and how the interface writes it. */
export interface Bucket {
  readonly startMs: number
  /** `YYYY-MM-DD`, with ` HH:MM:SS` for hours and minutes. */
  readonly day: string
  /** `8-Jan-2026`, with ` HH:MM` for hours and minutes. */
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
  const starts = startsOf(startOf(first, unitOf(interval), calendar.weekStartDay), end, interval)
  for (const { startMs, offsetMs } of starts) {
    if (buckets.length === LIMITS.buckets)
      throw invalid(
        'max_value',
        `More than ${LIMITS.buckets} ${interval}s: choose a longer interval, or a shorter range of dates.`,
        attrOf(at('interval')),
      )
    buckets.push({ startMs, ...written(startMs + offsetMs, interval) })
  }
  return buckets
}

/** The start of a bucket, and what its wall clock is ahead of UTC. */
interface BucketStart {
  readonly startMs: number
  readonly offsetMs: number
}

/** The start of each bucket from the one at `first`, which is the start of one. */
function* startsOf(
  first: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime,
  interval: Interval,
): Generator<BucketStart> {
  const endMs = end.epochMilliseconds
  let start = first
  while (start.epochMilliseconds < endMs) {
    const offsetMs = start.offsetNanoseconds / 1e6
    let last = start.epochMilliseconds
    yield { startMs: last, offsetMs }
    for (const startMs of isSubDay(interval) ? regularStarts(start, endMs, LENGTHS_MS[interval]) : []) {
      yield { startMs, offsetMs }
      last = startMs
    }
    start = startOfNext(start.add({ milliseconds: last - start.epochMilliseconds }), unitOf(interval))
  }
}

const LENGTHS_MS = { minute: 60_000, hour: 3_600_000 } as const

// Up to the next change of the clocks all hours are equally long: to add numbers takes a tenth of the time of dates.
function* regularStarts(start: Temporal.ZonedDateTime, endMs: number, lengthMs: number): Generator<number> {
  // After a change by half an hour the clocks show 02:30, and the next hour is half an hour away.
  const isWhole = (start.epochMilliseconds + start.offsetNanoseconds / 1e6) % lengthMs === 0
  if (!isWhole) return
  const changeMs = start.getTimeZoneTransition('next')?.epochMilliseconds ?? endMs
  const untilMs = Math.min(changeMs, endMs)
  for (let next = start.epochMilliseconds + lengthMs; next < untilMs; next += lengthMs) yield next
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The names of a bucket, from what its wall clock shows as epoch ms of UTC. */
function written(wallMs: number, interval: Interval): Pick<Bucket, 'day' | 'label'> {
  const wall = new Date(wallMs)
  const [date = '', time = ''] = wall.toISOString().split(/[T.]/)
  const label = `${wall.getUTCDate()}-${MONTHS[wall.getUTCMonth()]}-${wall.getUTCFullYear()}`
  return isSubDay(interval)
    ? { day: `${date} ${time}`, label: `${label} ${time.slice(0, 5)}` }
    : { day: date, label }
}
