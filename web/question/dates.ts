import type { DateRange, Interval } from '#web/api/query-node.ts'
import { day } from '#web/ui/format.ts'

/** The start of the range that the server uses if the question has no dates. */
export const DEFAULT_FROM = '-7d'

export const PRESETS = [
  { value: '-24h', label: '24h' },
  { value: '-7d', label: '7d' },
  { value: '-30d', label: '30d' },
  { value: '-90d', label: '90d' },
  { value: '-12m', label: '12m' },
] as const

/** The ranges with a name, in the order of the list next to the calendar. */
export const NAMED_RANGES: readonly { readonly label: string; readonly range: DateRange }[] = [
  { label: 'Today', range: { date_from: 'dStart' } },
  { label: 'Yesterday', range: { date_from: '-1dStart', date_to: '-1dEnd' } },
  { label: 'Last 7 days', range: { date_from: '-7d' } },
  { label: 'Last 30 days', range: { date_from: '-30d' } },
  { label: 'Last 90 days', range: { date_from: '-90d' } },
  { label: 'This month', range: { date_from: 'mStart' } },
  { label: 'Previous month', range: { date_from: '-1mStart', date_to: '-1mEnd' } },
  { label: 'Year to date', range: { date_from: 'yStart' } },
  { label: 'All time', range: { date_from: 'all' } },
]

const isSame = (a: DateRange | undefined, b: DateRange) =>
  (a?.date_from ?? DEFAULT_FROM) === b.date_from && (a?.date_to ?? null) === (b.date_to ?? null)

/** Returns the name of a range; null if it has none. */
export const namedRange = (range: DateRange | undefined): string | null =>
  NAMED_RANGES.find((one) => isSame(range, one.range))?.label ?? null

const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  h: ['hour', 1 / 24],
  d: ['day', 1],
  w: ['week', 7],
  m: ['month', 30.4],
  q: ['quarter', 91],
  y: ['year', 365],
  M: ['minute', 1 / 1440],
}
const BACK = /^-(\d+)([hdwmqyM])$/
const ISO_DAY = /^(\d{4}-\d{2}-\d{2})/

const shortDay = (text: string, nowMs: number) => day(`${text}T12:00:00Z`, nowMs, 'UTC').replace(/^\w+ /, '')

/** Returns a range in words, as a sentence needs them: `last 30 days`, `1 Nov to 15 Nov`, `since 1 Nov`. */
export function rangeWords(range: DateRange | undefined, nowMs: number): string {
  const { date_from, date_to } = range ?? {}
  const from = date_from ?? DEFAULT_FROM
  const named = namedRange(range)
  const back = BACK.exec(from)
  if (!date_to && back !== null) {
    const [, count = '', letter = ''] = back
    const unit = UNITS[letter]?.[0] ?? ''
    return count === '1' ? `last ${unit}` : `last ${count} ${unit}s`
  }
  if (named !== null) return named.slice(0, 1).toLowerCase() + named.slice(1)
  const shown = (text: string) => {
    const date = ISO_DAY.exec(text)?.[1]
    return date === undefined ? text : shortDay(date, nowMs)
  }
  if (!date_to) return `since ${shown(from)}`
  return from.slice(0, 10) === date_to.slice(0, 10)
    ? `on ${shown(from)}`
    : `${shown(from)} to ${shown(date_to)}`
}

/** Returns the last day of a range. Null if the range ends now, or if its end is a relative date. */
export const untilDay = (range: DateRange | undefined): string | null =>
  ISO_DAY.exec(range?.date_to ?? '')?.[1] ?? null

/** Returns the end of a range in words: `15 Nov`; null if it ends now. */
export function untilWords(range: DateRange | undefined, nowMs: number): string | null {
  const date = untilDay(range)
  return date === null ? (range?.date_to ?? null) : shortDay(date, nowMs)
}

const DAY_MS = 86_400_000

function daysBack(text: string, nowMs: number): number | null {
  const iso = ISO_DAY.exec(text)?.[1]
  if (iso !== undefined) return (nowMs - Date.parse(`${iso}T00:00:00Z`)) / DAY_MS
  const [, count = '0', letter = 'd', position] = /^-?(\d+)?([hdwmqyM])(Start|End)?$/.exec(text) ?? []
  if (text === 'all') return null
  const size = UNITS[letter]?.[1] ?? 1
  const now = new Date(nowMs)
  const inUnit =
    position === undefined
      ? 0
      : letter === 'm'
        ? now.getUTCDate()
        : letter === 'y'
          ? (nowMs - Date.UTC(now.getUTCFullYear(), 0, 1)) / DAY_MS
          : size
  return position === 'End' ? Number(count) * size + inUnit - size : Number(count) * size + inUnit
}

/** Returns how many days a range has, approximately; null for all time. */
export function rangeDays(range: DateRange | undefined, nowMs: number): number | null {
  const from = daysBack(range?.date_from ?? DEFAULT_FROM, nowMs)
  if (from === null) return null
  const to = range?.date_to ? (daysBack(range.date_to, nowMs) ?? 0) : 0
  // A range includes its last day.
  return Math.max(1 / 24, from - to + (ISO_DAY.test(range?.date_to ?? '') ? 1 : 0))
}

/** The number of days in each interval. */
const INTERVAL_DAYS: Readonly<Record<Interval, number>> = {
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30.4,
  quarter: 91.3,
  year: 365.25,
}
const [LEAST_POINTS, MOST_POINTS] = [2, 400]

/** Returns the intervals that divide a range into 2 to 400 points, shortest first. */
export function intervalsFor(range: DateRange | undefined, nowMs: number): readonly Interval[] {
  const days = rangeDays(range, nowMs)
  if (days === null) return ['day', 'week', 'month', 'quarter', 'year']
  const fitting = (Object.keys(INTERVAL_DAYS) as Interval[]).filter((interval) => {
    const points = days / INTERVAL_DAYS[interval]
    return points >= LEAST_POINTS && points <= MOST_POINTS
  })
  return fitting.length === 0 ? ['day'] : fitting
}

/**
 * Returns the interval to use after the range has changed. It is unchanged if it fits the new range;
 * otherwise it is the most similar interval that fits.
 */
export function fittingInterval(interval: Interval, range: DateRange, nowMs: number): Interval {
  const fitting = intervalsFor(range, nowMs)
  if (fitting.includes(interval)) return interval
  const distance = (one: Interval) => Math.abs(Math.log(INTERVAL_DAYS[one] / INTERVAL_DAYS[interval]))
  return fitting.toSorted((a, b) => distance(a) - distance(b))[0] ?? 'day'
}

/** Returns the period with which a range is compared, in words: `the previous 30 days`. */
export function compareWords(
  compareTo: string | null | undefined,
  range: DateRange | undefined,
  nowMs: number,
): string {
  const back = BACK.exec(compareTo ?? '')
  if (back !== null) {
    const [, count = '', letter = ''] = back
    const unit = UNITS[letter]?.[0] ?? ''
    return count === '1' ? `a ${unit} earlier`.replace('a hour', 'an hour') : `${count} ${unit}s earlier`
  }
  const [, count = '', letter = ''] = BACK.exec(range?.date_from ?? DEFAULT_FROM) ?? []
  if (!range?.date_to && count !== '') return `the previous ${count} ${UNITS[letter]?.[0] ?? ''}s`
  const days = rangeDays(range, nowMs)
  return days === null ? 'the previous period' : `the previous ${Math.round(days)} days`
}

/** Returns the name of a time zone: `Berlin time` for `Europe/Berlin`. */
export const zoneName = (timezone: string): string => {
  const city = timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone
  return timezone === 'UTC' ? 'UTC' : `${city} time`
}
