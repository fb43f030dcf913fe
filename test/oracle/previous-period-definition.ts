import { startOfHour, wallDate } from './local-time.ts'
import {
  daysLasting,
  firstMs,
  movedBack,
  type Period,
  passedBack,
  periodKeys,
  startOfInterval,
} from './period-definition.ts'
import type { GivenInterval, GivenRange } from './range-definition.ts'
import { lastMs } from './trend-period-definition.ts'

interface Compared {
  readonly range: GivenRange
  readonly interval: GivenInterval
  /**
   * `to` is the field `compare_to`: days, weeks, months or years such as `-1w`, or minutes or seconds such as
   * `-30M`. Null is the period before.
   */
  readonly compare: { readonly to: string | null } | null
}

/**
 * Returns the earlier period; null if nothing is compared. A range of `all` is answered without a
 * comparison, even with a `compare_to`: its items have no label.
 */
export function previousPeriod(current: Period, compared: Compared): Period | null {
  if (compared.compare === null || compared.range.from === 'all') return null
  return notEmpty(earlierPeriod(current, compared.compare, compared), current)
}

function earlierPeriod(
  current: Period,
  compare: NonNullable<Compared['compare']>,
  { range, interval }: Compared,
): Period {
  const [, digits, unit] = /^-(\d+)([Ms])$/.exec(compare.to ?? '') ?? []
  if (digits !== undefined) return passedBack(current, Number(digits) * (unit === 'M' ? 60_000 : 1000))
  if (compare.to !== null) return movedBack(current, shiftOf(compare.to), true)
  if (interval === 'hour') return movedBack(current, { days: daysLasting(current), months: 0 })
  const count = periodKeys(current).length
  if (interval === 'minute') return passedBack(current, count * 60_000)
  if (interval === 'week') return movedBack(current, { days: 7 * count, months: 0 })
  if (interval === 'month') return movedBack(current, { days: 0, months: count })
  if (interval === 'quarter') return movedBack(current, { days: 0, months: 3 * count })
  if (interval === 'year') return movedBack(current, { days: 0, months: 12 * count })
  return movedBack(current, { days: isWholeWeeksBack(range) ? count - 1 : count, months: 0 })
}

/**
 * If a clock change leaves nothing between the moved ends, the earlier period gets the length of the current
 * one.
 */
function notEmpty(earlier: Period, current: Period): Period {
  const { interval, calendar } = current
  if (firstMs(earlier) <= lastMs(earlier)) return earlier
  const fromMs = lastMs(earlier) - (lastMs(current) - firstMs(current))
  if ('hourMs' in current.first)
    return { ...earlier, first: { hourMs: startOfHour(fromMs, calendar.timezone) } }
  if ('atMs' in current.first) return { ...earlier, first: { atMs: fromMs } }
  const date = wallDate(fromMs, calendar.timezone)
  return {
    ...earlier,
    first: { date: current.startsWithInterval ? startOfInterval(date, interval, calendar) : date },
  }
}

/**
 * Returns whether the range is a whole number of weeks back, so that it has today's weekday twice. `-1w` is
 * the same range as `-7d`, and has the same previous period.
 */
function isWholeWeeksBack({ from, to }: GivenRange): boolean {
  const [, count, unit] = /^-(\d+)([dw])$/.exec(from) ?? []
  const days = Number(count) * (unit === 'w' ? 7 : 1)
  return to === null && days > 0 && days % 7 === 0
}

function shiftOf(compareTo: string): { days: number; months: number } {
  const [, digits, unit] = /^-(\d+)([dwmy])$/.exec(compareTo) ?? []
  if (unit === undefined) throw new Error(`The definition knows no compare_to of ${compareTo}`)
  const count = Number(digits)
  if (unit === 'd' || unit === 'w') return { days: unit === 'w' ? 7 * count : count, months: 0 }
  return { days: 0, months: unit === 'y' ? 12 * count : count }
}
