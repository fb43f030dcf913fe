import type { Temporal } from 'temporal-polyfill'
import { type InstantRange, type RangeEnds, unitOf } from '#query/date-range.ts'
import { type Interval, isSubDay } from '#query/interval.ts'
import { LIMITS } from '#query/limits.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { type Calendar, startOf, startOfNext } from '#values/date-text.ts'

/** Start of a bucket: its instant, and how the interface writes it. */
export interface Bucket {
  readonly startMs: number
  /** `YYYY-MM-DD`, followed by ` HH:MM:SS` for hours and minutes. */
  readonly day: string
  /**
   * `8-Jan-2026`, followed by ` HH:MM` for hours and minutes. A time that the clocks show twice is followed
   * by its offset: `25-Oct-2026 02:00 +01:00`.
   */
  readonly label: string
}

/**
 * Cuts a range into buckets in the project's time zone. The first bucket may begin before the range.
 * @throws RequestError for more than {@link LIMITS.buckets} buckets.
 */
export function cutBuckets(
  { first, end }: RangeEnds,
  interval: Interval,
  calendar: Calendar,
  at: FieldPaths,
): Bucket[] {
  const starts: BucketStart[] = []
  for (const start of startsOf(startOf(first, unitOf(interval), calendar.weekStartDay), end, interval)) {
    if (starts.length === LIMITS.buckets)
      throw invalid(
        'max_value',
        `More than ${LIMITS.buckets} ${interval}s: choose a longer interval, or a shorter range of dates.`,
        attrOf(at('interval')),
      )
    starts.push(start)
  }
  const repeated = isSubDay(interval) ? repeatedTimes(first, end) : []
  return starts.map(({ startMs, offsetMs }) => {
    const { day, label } = written(startMs + offsetMs, interval)
    const isRepeated = repeated.some(({ fromMs, toMs }) => fromMs <= startMs && startMs < toMs)
    return { startMs, day, label: isRepeated ? `${label} ${offsetText(offsetMs)}` : label }
  })
}

/**
 * Returns the ranges of instants whose wall time is shown twice. There is one range for each time that the
 * clocks are set back.
 */
function repeatedTimes(first: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): InstantRange[] {
  const repeated: InstantRange[] = []
  // The search begins one day before the range and ends one day after it, because the change can be outside
  // of the range. A range may begin when the clocks show a time for the second time, which is after the
  // change. It may also end when they show it for the first time, which is before the change.
  let change = first.subtract({ hours: 24 }).getTimeZoneTransition('next')
  while (change !== null && change.epochMilliseconds < end.epochMilliseconds + DAY_MS) {
    const before = change.subtract({ nanoseconds: 1 })
    const backMs = (before.offsetNanoseconds - change.offsetNanoseconds) / 1e6
    const atMs = change.epochMilliseconds
    if (backMs > 0) repeated.push({ fromMs: atMs - backMs, toMs: atMs + backMs })
    change = change.getTimeZoneTransition('next')
  }
  return repeated
}

const DAY_MS = 86_400_000

/** Writes an offset as `+05:30`, with seconds for zones of the past that have them. */
function offsetText(offsetMs: number): string {
  const [time = '', seconds] = new Date(Math.abs(offsetMs))
    .toISOString()
    .slice(11, 19)
    .split(/(?=:\d\d$)/)
  return `${offsetMs < 0 ? '-' : '+'}${time}${seconds === ':00' ? '' : seconds}`
}

/** Start of a bucket. `offsetMs` is how far the wall clock is ahead of UTC at the start. */
interface BucketStart {
  readonly startMs: number
  readonly offsetMs: number
}

/** Yields the start of each bucket. `first` must be the start of a bucket. */
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

// Up to the next change of the clocks, all hours have the same length and all minutes too. So a number is
// added to the start, which takes a tenth of the time of adding to a date.
function* regularStarts(start: Temporal.ZonedDateTime, endMs: number, lengthMs: number): Generator<number> {
  // After a change by half an hour, the clocks can show 02:30. Then the next hour begins after half an hour.
  const isWhole = (start.epochMilliseconds + start.offsetNanoseconds / 1e6) % lengthMs === 0
  if (!isWhole) return
  const changeMs = start.getTimeZoneTransition('next')?.epochMilliseconds ?? endMs
  const untilMs = Math.min(changeMs, endMs)
  for (let next = start.epochMilliseconds + lengthMs; next < untilMs; next += lengthMs) yield next
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Returns the texts by which a bucket is named. `wallMs` is the local time of its start, written as the
 * epoch ms at which a clock in UTC shows the same time.
 */
function written(wallMs: number, interval: Interval): Pick<Bucket, 'day' | 'label'> {
  const wall = new Date(wallMs)
  const [date = '', time = ''] = wall.toISOString().split(/[T.]/)
  const label = `${wall.getUTCDate()}-${MONTHS[wall.getUTCMonth()]}-${wall.getUTCFullYear()}`
  return isSubDay(interval)
    ? { day: `${date} ${time}`, label: `${label} ${time.slice(0, 5)}` }
    : { day: date, label }
}
