import { createHash } from 'node:crypto'
import { minuteOf, readsTime } from '#hogql/reads-time.ts'
import type { Calendar } from '#query/date-text.ts'
import type { Definitions } from '#query/definitions.ts'
import type { Filter } from '#query/filter.ts'
import { instantsOfDate } from '#query/filter-dates.ts'

/**
 * The present meaning of a question as text, empty where only its own words decide: the definitions that it names, and the
 * instants of the dates in its filters, to the minute for an expression that reads the time. A cached result with another meaning is out of date.
 */
export function meaningOf(filters: readonly Filter[], { actions }: Definitions, calendar: Calendar): string {
  const dates = filters.flatMap(datesIn).map((date) => instantsOfDate(date, calendar).fromMs)
  const instants = filters.some(readsNow) ? [...dates, minuteOf(calendar.nowMs)] : dates
  if (actions.size === 0 && instants.length === 0) return ''
  const meaning = JSON.stringify([[...actions], instants])
  return `~${createHash('sha256').update(meaning).digest('base64url')}`
}

const datesIn = (filter: Filter): readonly string[] =>
  'operator' in filter && filter.operator.startsWith('is_date_') ? filter.values : []

const readsNow = (filter: Filter) => filter.on === 'hogql' && readsTime(filter.expression)
