import { day, timeOfDay } from '#web/ui/format.ts'
import { dateFormat } from '#web/ui/formatters.ts'
import type { ChartPoint } from './chart-data.ts'

export type PointInterval = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

/**
 * Returns the labels of an interval. `start` is in the time zone of the project: `2026-11-19`, or with a
 * time. It is parsed and formatted as if it were UTC, so that the time zone of the browser has no effect.
 */
export const pointOf = (start: string, interval: PointInterval, nowMs: number): ChartPoint => ({
  ...wordsOf(start, interval, nowMs),
  start,
})

function wordsOf(start: string, interval: PointInterval, nowMs: number): Pick<ChartPoint, 'short' | 'title'> {
  const iso = `${start.replace(' ', 'T')}${start.length === 10 ? 'T00:00' : ''}Z`
  const full = day(iso, nowMs, 'UTC')
  const withoutWeekday = full.slice(4)
  if (interval === 'hour' || interval === 'minute') {
    const time = timeOfDay(iso, 'UTC')
    return { short: time === '00:00' ? withoutWeekday : time, title: `${full}, ${time}` }
  }
  if (interval === 'month') {
    const at = new Date(iso)
    const word = (month: 'short' | 'long', hasYear: boolean) =>
      dateFormat('en-GB', {
        month,
        ...(hasYear && { year: 'numeric' }),
        timeZone: 'UTC',
      }).format(at)
    const isOtherYear = at.getUTCFullYear() !== new Date(nowMs).getUTCFullYear()
    return { short: word('short', isOtherYear), title: word('long', true) }
  }
  const year = start.slice(0, 4)
  if (interval === 'year') return { short: year, title: year }
  if (interval === 'quarter') {
    const quarter = `Q${Math.ceil(Number(start.slice(5, 7)) / 3)} ${year}`
    return { short: quarter, title: quarter }
  }
  return { short: withoutWeekday, title: interval === 'week' ? `Week of ${full}` : full }
}

/**
 * Returns the index from which on all intervals have not ended yet. If all intervals have ended, it is the
 * number of points.
 */
export function unfinishedFrom(starts: readonly string[], incomplete: readonly string[]): number {
  const open = new Set(incomplete)
  let from = starts.length
  while (from > 0 && open.has(starts[from - 1] ?? '')) from -= 1
  return from
}

export interface TimeAxis {
  readonly points: readonly ChartPoint[]
  readonly unfinishedFrom: number
}

/**
 * Returns the points of a time axis with their labels. If the last point is a day that has not ended, its
 * label is "today".
 */
export function timeAxis(
  starts: readonly string[],
  incomplete: readonly string[],
  interval: PointInterval,
  nowMs: number,
): TimeAxis {
  const points = starts.map((start) => pointOf(start, interval, nowMs))
  const from = unfinishedFrom(starts, incomplete)
  const last = points.at(-1)
  const isToday = interval === 'day' && last !== undefined && from === points.length - 1
  return {
    points: isToday ? [...points.slice(0, -1), { ...last, short: 'today' }] : points,
    unfinishedFrom: from,
  }
}
