import { Temporal } from 'temporal-polyfill'
import { invalid } from '#shared/request-error.ts'
import { type Calendar, type ReadDate, readDate, startOf, startOfNext } from './date-text.ts'
import type { DateRange, Interval } from './insight-query.ts'
import { LIMITS } from './limits.ts'

/** The start of a bucket: its instant, and how the interface writes it. */
export interface Bucket {
  readonly startMs: number
  /** `YYYY-MM-DD`, with ` HH:MM:SS` for hours. */
  readonly day: string
  /** `8-Jan-2026`, with ` HH:MM` for hours. */
  readonly label: string
}

/** A half-open range of instants, cut into buckets in the project's time zone. The first may begin before `fromMs`. */
export interface ResolvedRange {
  readonly fromMs: number
  readonly toMs: number
  readonly buckets: readonly Bucket[]
}

const UNITS = { hour: 'h', day: 'd', week: 'w', month: 'm' } as const

/**
 * Dates to instants and buckets. Days begin at midnight of the project's time zone, also where midnight does not
 * exist or happens twice. Without an interval there are no buckets and the range is rounded to days. `earliestMs` is the project's first event, which `all` begins at.
 * @throws RequestError for unreadable dates and for ranges that are empty or too long.
 */
export function resolveDateRange(
  range: DateRange,
  interval: Interval | null,
  calendar: Calendar,
  earliestMs: number,
): ResolvedRange {
  const { first, end } = endsOf(range, interval, calendar, earliestMs)
  return {
    fromMs: first.epochMilliseconds,
    toMs: end.epochMilliseconds,
    buckets: interval === null ? [] : bucketsBetween(first, end, interval, calendar),
  }
}

/** The instants of {@link resolveDateRange} alone, without cutting thousands of buckets. */
export function resolveInstants(
  range: DateRange,
  interval: Interval | null,
  calendar: Calendar,
  earliestMs: number,
): Pick<ResolvedRange, 'fromMs' | 'toMs'> {
  const { first, end } = endsOf(range, interval, calendar, earliestMs)
  return { fromMs: first.epochMilliseconds, toMs: end.epochMilliseconds }
}

function endsOf(range: DateRange, interval: Interval | null, calendar: Calendar, earliestMs: number) {
  const rounding = interval ?? 'day'
  const from =
    range.from === 'all' ? wholeDay(earliestMs, calendar) : readDate(range.from, calendar, 'date_from')
  const to = range.to === null ? null : readDate(range.to, calendar, 'date_to')
  const first = range.isExplicit ? from.at : roundDown(from, rounding, calendar)
  const end =
    range.isExplicit && to !== null ? to.at.add({ milliseconds: 1 }) : roundUp(to, rounding, calendar)
  if (Temporal.ZonedDateTime.compare(first, end) >= 0)
    throw invalid('invalid_input', 'The date range ends before it begins.', 'date_to')
  if (Temporal.ZonedDateTime.compare(first.add({ years: LIMITS.rangeYears }), end) < 0)
    throw invalid('max_value', `A date range spans at most ${LIMITS.rangeYears} years.`, 'date_from')
  return { first, end }
}

const wholeDay = (epochMs: number, calendar: Calendar): ReadDate => ({
  at: Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(calendar.timezone),
  isWholeDay: true,
  isSubDay: false,
})

// A range in hours starts at its exact instant; any other at midnight, or at the start of its first week or month.
function roundDown(from: ReadDate, interval: Interval, calendar: Calendar): Temporal.ZonedDateTime {
  if (from.isSubDay || interval === 'hour') return from.at
  return startOf(from.at, UNITS[interval], calendar.weekStartDay)
}

function roundUp(to: ReadDate | null, interval: Interval, calendar: Calendar): Temporal.ZonedDateTime {
  const at =
    to?.at ?? Temporal.Instant.fromEpochMilliseconds(calendar.nowMs).toZonedDateTimeISO(calendar.timezone)
  if (interval === 'hour' && (to === null || to.isSubDay))
    return startOfNext(startOf(at, 'h', calendar.weekStartDay), 'h')
  if (interval === 'hour' && !to?.isWholeDay) return at.add({ milliseconds: 1 })
  return at.startOfDay().add({ days: 1 }).startOfDay()
}

function bucketsBetween(
  first: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime,
  interval: Interval,
  calendar: Calendar,
): Bucket[] {
  const buckets: Bucket[] = []
  const unit = UNITS[interval]
  const start = startOf(first, unit, calendar.weekStartDay)
  for (let at = start; Temporal.ZonedDateTime.compare(at, end) < 0; at = startOfNext(at, unit)) {
    if (buckets.length === LIMITS.buckets)
      throw invalid(
        'max_value',
        `More than ${LIMITS.buckets} ${interval}s: choose a longer interval.`,
        'interval',
      )
    buckets.push(toBucket(at, interval))
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
