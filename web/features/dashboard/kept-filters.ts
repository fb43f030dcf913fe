import type { FilterGroup, Filters, PropertyFilter } from '#web/api/query-node.ts'
import { rangeWords } from '#web/question/dates.ts'
import { filterWords } from '#web/question/describe-filters.ts'
import { readFilters } from '#web/question/filters.ts'
import type { Vocabulary } from '#web/question/vocabulary.ts'
import { completeOverride, type Override } from './dashboard-data.ts'

/** The filters that a dashboard has for everyone, in the form of the interface. */
export type BoardFilters = Readonly<Record<string, unknown>>

/** A filter of a dashboard in words. `without` has all filters of the dashboard except this one. */
export interface KeptFilter {
  readonly words: string
  readonly without: BoardFilters
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Returns the filters that a dashboard has for everyone, one entry for each. The dates are one entry. */
export function keptFilters(
  filters: BoardFilters,
  vocabulary: Pick<Vocabulary, 'cohorts'>,
  nowMs: number,
): readonly KeptFilter[] {
  const { date_from, date_to, properties, ...others } = filters
  const dates = { ...(isGiven(date_from) && { date_from }), ...(isGiven(date_to) && { date_to }) }
  const own = isGiven(properties) ? { properties } : {}
  const ofDates =
    Object.keys(dates).length === 0
      ? []
      : [{ words: datesInWords(dates, nowMs), without: { ...others, ...own } }]
  const rest = { ...others, ...dates }
  return [...ofDates, ...keptProperties(properties as Filters | undefined, rest, vocabulary)]
}

function datesInWords({ date_from, date_to }: BoardFilters, nowMs: number): string {
  if (date_from === undefined) return `until ${String(date_to)}`
  const to = date_to === undefined ? null : String(date_to)
  return rangeWords({ date_from: String(date_from), date_to: to }, nowMs)
}

/** Returns an entry for each filter if all filters must match. Groups of filters are one entry together. */
function keptProperties(
  properties: Filters | null | undefined,
  rest: BoardFilters,
  vocabulary: Pick<Vocabulary, 'cohorts'>,
): readonly KeptFilter[] {
  const groups = readFilters(properties)
  if (groups === null) return [{ words: 'filters in groups', without: rest }]
  const [first = [], ...others] = groups
  const wordsOf = (one: PropertyFilter) => filterWords(one, vocabulary)
  if (others.length === 0)
    return first.map((one, index) => {
      const left = first.toSpliced(index, 1)
      return { words: wordsOf(one), without: { ...rest, ...(left.length > 0 && { properties: left }) } }
    })
  return [{ words: groups.map((group) => group.map(wordsOf).join(' and ')).join(', or '), without: rest }]
}

/**
 * Merges the override of a visit into the filters of a dashboard. Dates of the override replace the dates
 * of the dashboard; filters of the override apply in addition.
 */
export function withOverride(filters: BoardFilters, override: Override): BoardFilters {
  const { properties, ...dates } = completeOverride(override)
  const { date_from, date_to, properties: before, ...others } = filters
  const keptDates = { ...(isGiven(date_from) && { date_from }), ...(isGiven(date_to) && { date_to }) }
  const both = bothHold(before as Filters | null | undefined, properties)
  return {
    ...others,
    ...(Object.keys(dates).length > 0 ? dates : keptDates),
    ...(both !== undefined && { properties: both }),
  }
}

const isList = (filters: Filters): filters is Exclude<Filters, FilterGroup> => Array.isArray(filters)

function bothHold(one: Filters | null | undefined, other: Filters | undefined): Filters | undefined {
  if (one === null || one === undefined || (isList(one) && one.length === 0)) return other
  if (other === undefined) return one
  if (isList(one) && isList(other)) return [...one, ...other]
  const group = (filters: Filters): FilterGroup =>
    isList(filters) ? { type: 'AND', values: filters } : filters
  return { type: 'AND', values: [group(one), group(other)] }
}
