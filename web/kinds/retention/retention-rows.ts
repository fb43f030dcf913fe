import type { Schema } from '#web/api/results.ts'
import { dateFormat } from '#web/ui/formatters.ts'
import type { Period } from './retention-filter.ts'

export type RetentionItem = Schema<'RetentionItem'>

/** All cohorts of one value of the breakdown. */
export interface RetentionRow {
  /** The value of the breakdown in words; null without a breakdown. */
  readonly name: string | null
  /** A CSS colour. */
  readonly color: string
  readonly cohorts: readonly RetentionItem[]
  readonly size: number
  /**
   * The mean share at each interval, over the cohorts for which this interval has ended. The first interval
   * counts for all cohorts. Larger cohorts weigh more. Null if no cohort counts at an interval.
   */
  readonly mean: readonly (number | null)[]
  /**
   * The mean of the sums (or of the means) at each interval, over the cohorts for which this interval has
   * ended. All cohorts weigh the same. Null at an interval that has ended for none.
   */
  readonly meanSums: readonly (number | null)[]
}

/** Returns the breakdown value of a cohort in words; null without a breakdown. */
export const cohortRowName = ({ breakdown_values: values }: Pick<RetentionItem, 'breakdown_values'>) =>
  values?.join(', ') ?? null

/** Groups the cohorts of an answer by their breakdown values. The values keep the order of the answer. */
export function retentionRows(
  results: readonly RetentionItem[],
  colorOf: (name: string | null) => string,
): RetentionRow[] {
  const byName = new Map<string | null, RetentionItem[]>()
  for (const cohort of results) {
    const name = cohortRowName(cohort)
    byName.set(name, [...(byName.get(name) ?? []), cohort])
  }
  return [...byName].map(([name, cohorts]) => ({
    name,
    color: colorOf(name),
    cohorts,
    size: cohorts.reduce((sum, { values }) => sum + (values[0]?.count ?? 0), 0),
    mean: weightedMean(cohorts),
    meanSums: meanSums(cohorts),
  }))
}

function weightedMean(cohorts: readonly RetentionItem[]): (number | null)[] {
  const most = Math.max(0, ...cohorts.map(({ values }) => values.length))
  return Array.from({ length: most }, (_, place) => {
    const finished = cohorts.flatMap(({ values }) => {
      const value = values[place]
      return value === undefined || (value.is_incomplete && place > 0) ? [] : [value]
    })
    const base = finished.reduce((sum, value) => sum + value.base, 0)
    return base === 0 ? null : finished.reduce((sum, value) => sum + value.count, 0) / base
  })
}

function meanSums(cohorts: readonly RetentionItem[]): (number | null)[] {
  const most = Math.max(0, ...cohorts.map(({ values }) => values.length))
  return Array.from({ length: most }, (_, place) => {
    const finished = cohorts.flatMap(({ values }) => {
      const value = values[place]
      return value?.aggregation_value === undefined || value.is_incomplete ? [] : [value.aggregation_value]
    })
    return finished.length === 0 ? null : finished.reduce((sum, one) => sum + one, 0) / finished.length
  })
}

const STEPS = 6
/**
 * The colours cover at least the shares from 0 to this one. So two shares that hardly differ have similar
 * colours, even if all shares are small.
 */
const LEAST_SPAN = 0.5

/**
 * Returns a function that gives the heat of a share, from 0 to 7. It is 7 in the first column, which is the
 * cohort itself, and 0 for a share of zero. From 1 to 6, the heats are six equal parts of the range from 0
 * to the largest share after the first column, or to 50 % if that is larger.
 */
export function heatOf(rows: readonly RetentionRow[]): (rate: number | null, place: number) => number {
  const rates = rows.flatMap(({ cohorts }) =>
    cohorts.flatMap(({ values }) => values.slice(1).flatMap(({ rate }) => (rate ? [rate] : []))),
  )
  const most = Math.max(LEAST_SPAN, ...rates)
  return (rate, place) => {
    if (place === 0) return STEPS + 1
    if (rate === null || rate === 0) return 0
    return Math.min(STEPS, 1 + Math.floor((STEPS * rate) / most))
  }
}

/**
 * Returns a function that gives the heat of a sum, from 0 to 6. It is 0 for a sum of zero or less. From 1
 * to 6, the heats are six equal parts of the range from 0 to the largest sum of the grid.
 */
export function heatOfSums(rows: readonly RetentionRow[]): (sum: number) => number {
  const most = Math.max(
    Number.MIN_VALUE,
    ...rows.flatMap(({ cohorts }) =>
      cohorts.flatMap(({ values }) => values.map(({ aggregation_value: sum = 0 }) => sum)),
    ),
  )
  return (sum) => (sum <= 0 ? 0 : Math.min(STEPS, 1 + Math.floor((STEPS * sum) / most)))
}

/**
 * Returns the calendar date of an instant in a time zone, as midnight in UTC. Adding days to it never meets
 * a clock change.
 */
const calendarDate = (iso: string, timeZone: string): Date => new Date(`${isoDate(iso, timeZone)}T00:00:00Z`)

const isoDate = (iso: string, timeZone: string): string =>
  dateFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(iso))

const timeOf = (iso: string, timeZone: string): string =>
  dateFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(iso))

/** Returns the start of a cohort for a file: `2026-10-05`, or `2026-10-05 14:00` for cohorts by hour. */
export const cohortStart = (
  iso: string,
  { period, timeZone }: Pick<Calendar, 'period' | 'timeZone'>,
): string =>
  period === 'hour' ? `${isoDate(iso, timeZone)} ${timeOf(iso, timeZone)}` : isoDate(iso, timeZone)

function added(date: Date, period: Period, count: number): Date {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (period === 'month') return new Date(Date.UTC(year, month + count, day))
  return new Date(Date.UTC(year, month, day + count * (period === 'week' ? 7 : 1)))
}

const inWords = (date: Date, options: Intl.DateTimeFormatOptions): string =>
  dateFormat('en-GB', { timeZone: 'UTC', ...options })
    .format(date)
    .replace('Sept', 'Sep')
    .replace(',', '')

const shortDay = (date: Date, nowMs: number): string =>
  inWords(date, {
    day: 'numeric',
    month: 'short',
    ...(date.getUTCFullYear() !== new Date(nowMs).getUTCFullYear() && { year: 'numeric' }),
  })

export interface Calendar {
  readonly period: Period
  readonly timeZone: string
  readonly nowMs: number
  /**
   * Whether each value belongs to one interval of the calendar. Otherwise it belongs to a rolling window,
   * or to a bracket of several intervals.
   */
  readonly isOneByOne: boolean
}

/** Returns the name of a cohort: `5 Oct`, `October 2026`, `5 Oct 14:00`. */
export function cohortName(iso: string, { period, timeZone, nowMs }: Calendar): string {
  const date = calendarDate(iso, timeZone)
  if (period === 'month') return inWords(date, { month: 'long', year: 'numeric' })
  if (period !== 'hour') return shortDay(date, nowMs)
  return `${shortDay(date, nowMs)} ${timeOf(iso, timeZone)}`
}

/**
 * Returns the labels of the columns. They are taken from the first cohort, because it has a value in every
 * column.
 */
export const labelsOf = ({ cohorts: [first] }: RetentionRow): string[] =>
  first?.values.map(({ label }) => label) ?? []

interface Interval {
  readonly date: string
  /** The index of the value in its cohort. */
  readonly place: number
  readonly label: string
}

/**
 * Returns in words when the interval of a value is, such as `between 26 Oct and 1 Nov`. For brackets and
 * rolling windows this is `in day 2-4`.
 */
export function intervalWords({ date: iso, place, label }: Interval, calendar: Calendar): string {
  const { period, timeZone, nowMs, isOneByOne } = calendar
  if (!isOneByOne && place > 0) return `in ${label.toLowerCase()}`
  if (period === 'hour') {
    const at = new Date(Date.parse(iso) + place * 3_600_000).toISOString()
    return `in the hour from ${cohortName(at, calendar)}`
  }
  const from = added(calendarDate(iso, timeZone), period, place)
  if (period === 'day') return `on ${shortDay(from, nowMs)}`
  const until = new Date(added(from, period, 1).getTime() - 86_400_000)
  return `between ${shortDay(from, nowMs)} and ${shortDay(until, nowMs)}`
}
