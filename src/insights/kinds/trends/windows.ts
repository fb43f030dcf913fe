import { Temporal } from 'temporal-polyfill'
import type { Period } from '#insights/kind/resolve.ts'
import type { InstantRange } from '#query/date-range.ts'
import type { Interval } from '#query/interval.ts'
import { countsDifferent, type SeriesMath } from '#query/series-math.ts'
import { isUtcMidnight } from '#sql/bucket-columns.ts'
import type { Calendar } from '#values/date-text.ts'
import type { TrendsQuery } from './query.ts'

/** A range of instants. One value is computed from the events in it. */
export interface Window extends InstantRange {
  /** The start of the bucket that the value belongs to. */
  readonly startMs: number
}

export interface Windows {
  /**
   * Windows of `buckets` follow one another. `overlapping` windows share events. A `single` window is the
   * value of the whole range.
   */
  readonly form: 'buckets' | 'overlapping' | 'single'
  readonly windows: readonly Window[]
}

const DAYS: Readonly<Partial<Record<SeriesMath, number>>> = { weekly_active: 7, monthly_active: 30 }
/** The interval with which the window of a math is the bucket itself. */
const OWN_INTERVAL: Readonly<Partial<Record<SeriesMath, Interval>>> = {
  weekly_active: 'week',
  monthly_active: 'month',
}

/**
 * Whether the values of a math are computed bucket by bucket and added up afterwards, as in a cumulative
 * display of a formula. Counts of distinct actors cannot be added up: they are counted from the start of
 * the range. Rules: docs/semantics/formulas.md, "Cumulative".
 */
export const isAddedUp = (
  { form, formulas }: Pick<TrendsQuery, 'form' | 'formulas'>,
  math: SeriesMath,
): boolean => form === 'cumulative' && formulas.length > 0 && !countsDifferent(math)

/** Returns the windows of a math in a period. Rules: docs/semantics/trends.md. */
export function windowsOf(
  query: Pick<TrendsQuery, 'form' | 'interval' | 'formulas'>,
  math: SeriesMath,
  period: Period,
  calendar: Calendar,
): Windows {
  const { form, interval } = query
  const buckets = bucketsOf(period)
  if (isAddedUp(query, math)) return { form: 'buckets', windows: buckets }
  if (form === 'cumulative')
    return {
      form: 'overlapping',
      windows: buckets.map((bucket) => ({ ...bucket, fromMs: period.fromMs })),
    }
  const days = DAYS[math]
  const whole = { startMs: period.fromMs, fromMs: period.fromMs, toMs: period.toMs }
  if (form === 'total')
    return {
      form: 'single',
      windows: [
        days === undefined ? whole : { ...whole, fromMs: daysBefore(period.toMs, days, 'day', calendar) },
      ],
    }
  if (days === undefined || OWN_INTERVAL[math] === interval) return { form: 'buckets', windows: buckets }
  return {
    form: 'overlapping',
    windows: buckets.map((bucket) => ({
      ...bucket,
      fromMs: daysBefore(bucket.toMs, days, interval, calendar),
    })),
  }
}

/** Returns the buckets of a period. The buckets at its ends are cut to the period. */
const bucketsOf = ({ buckets, fromMs, toMs }: Period): Window[] =>
  buckets.map(({ startMs }, i) => ({
    startMs,
    fromMs: Math.max(startMs, fromMs),
    toMs: Math.min(buckets[i + 1]?.startMs ?? toMs, toMs),
  }))

/**
 * Returns the start of the window that ends at `endMs` and has `days` days. If buckets are shorter than a
 * day, the days are counted back by the wall clock. Otherwise they are whole days.
 */
function daysBefore(endMs: number, days: number, interval: Interval, { timezone }: Calendar): number {
  if (interval === 'hour' || interval === 'minute')
    return zoned(endMs, timezone).subtract({ days }).epochMilliseconds
  const lastDay = zoned(endMs - 1, timezone).toPlainDate()
  return lastDay.subtract({ days: days - 1 }).toZonedDateTime(timezone).epochMilliseconds
}

const zoned = (epochMs: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timezone)

/** Returns the range of all events that any of the windows needs. */
export const rangeOf = ({ windows }: Windows): InstantRange => ({
  fromMs: Math.min(...windows.map(({ fromMs }) => fromMs)),
  toMs: Math.max(...windows.map(({ toMs }) => toMs)),
})

/** Returns the ranges that the windows cover together, in order. No two of them overlap or touch. */
export function coverOf({ windows }: Windows): InstantRange[] {
  const parts: InstantRange[] = []
  for (const { fromMs, toMs } of [...windows].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = parts.at(-1)
    if (last === undefined || last.toMs < fromMs) parts.push({ fromMs, toMs })
    else parts[parts.length - 1] = { ...last, toMs: Math.max(last.toMs, toMs) }
  }
  return parts
}

/**
 * Whether a range and all of its windows are whole UTC days. The day of an event then decides its windows.
 */
export const areOfUtcDays = ({ windows }: Windows, { fromMs, toMs }: InstantRange): boolean =>
  [fromMs, toMs].every(isUtcMidnight) &&
  windows.every((window) => [window.startMs, window.fromMs, window.toMs].every(isUtcMidnight))

/**
 * Returns all starts and ends of windows, in order. They cut time into slots, and each window consists of
 * whole slots.
 */
export const slotsOf = ({ windows }: Windows): number[] =>
  [...new Set(windows.flatMap(({ fromMs, toMs }) => [fromMs, toMs]))].sort((a, b) => a - b)
