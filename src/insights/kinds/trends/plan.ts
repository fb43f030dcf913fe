import type { Period, Resolved } from '#insights/kind/resolve.ts'
import { cohortsOf } from '#query/breakdown.ts'
import type { InstantRange } from '#query/date-range.ts'
import { stepsOf } from '#query/formula/formula.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf, withoutFilters } from '#query/series.ts'
import { attrOf } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { BOX_FIELDS } from './box.ts'
import type { TrendsQuery } from './query.ts'
import { isAddedUp, rangeOf, type Windows, windowsOf } from './windows.ts'

/** A series in a period. */
export interface PlannedSeries {
  /** Index among the series of the question. */
  readonly place: number
  readonly matcher: Matcher
  /**
   * The matcher of the series without its filters. For the math `first_time_for_user`, the first event of an
   * actor is looked for among the events of this matcher.
   */
  readonly subject: Matcher
  readonly windows: Windows
  /**
   * Whether the value of a bucket is the sum of the bucket's own value and the values of all earlier
   * buckets.
   */
  readonly isAddedUp: boolean
  /**
   * Range of the events of the series. If the math counts first times, events before the range are read as
   * well.
   */
  readonly range: InstantRange
}

export interface PlannedPeriod {
  readonly name: 'current' | 'previous'
  readonly period: Period
  readonly series: readonly PlannedSeries[]
}

export interface TrendsPlan extends Resolved<TrendsQuery> {
  /** The current period and, in a comparison, the previous one. */
  readonly periods: readonly PlannedPeriod[]
  /** Whether percentiles are exact, which takes memory for each value. */
  readonly isExact: boolean
}

/**
 * If more events than this have the event names of the question, its percentiles are not exact. Exact
 * percentiles of 10 million values take 80 MB.
 */
const EXACT_EVENTS = 10_000_000

/**
 * Most values of one answer. They are 16 MB of JSON, and take three times as much memory while the answer
 * is made.
 */
const MOST_VALUES = 1_000_000

/**
 * Most values of a breakdown in one statement, counting the values before the page. This many values of 50
 * characters are 5 MB.
 */
const MOST_NAMED = 100_000

/**
 * Most steps of formulas that one answer may need. A formula takes its steps once for each value. This many
 * steps take half a second, during which the process does nothing else.
 */
const MOST_STEPS = 50_000_000

/**
 * Plans a question.
 * @throws RequestError for an answer of more than {@link MOST_VALUES} values, for a page too far from the
 * first one, and for formulas of more than {@link MOST_STEPS} steps.
 */
export function planTrends(resolved: Resolved<TrendsQuery>): TrendsPlan {
  requireRoom(resolved)
  const current = planPeriod(resolved, 'current', resolved.period)
  const previous = resolved.previous === null ? [] : [planPeriod(resolved, 'previous', resolved.previous)]
  return { ...resolved, periods: [current, ...previous], isExact: resolved.events <= EXACT_EVENTS }
}

function requireRoom({ query, period, previous, at }: Resolved<TrendsQuery>): void {
  const { breakdown, series, form, formulas, rowOffset } = query
  const cohorts = Math.max(1, cohortsOf(breakdown).length)
  const rows = breakdown?.kind === 'properties' ? (breakdown.limit ?? 0) + 2 * cohorts : cohorts
  const buckets = form === 'total' ? 1 : period.buckets.length + (previous?.buckets.length ?? 0)
  const ofBucket = form === 'boxes' ? 1 + BOX_FIELDS.length : 1
  const values = rows * Math.max(series.length, formulas.length) * buckets * ofBucket
  if (values > MOST_VALUES)
    throw invalid(
      'max_value',
      `The answer could have ${values} values, and at most ${MOST_VALUES} are possible: choose a smaller breakdown_limit or a longer interval.`,
      attrOf(at('breakdownFilter', 'breakdown_limit')),
    )
  const named = (rowOffset + rows) * series.length * (previous === null ? 1 : 2)
  if (named > MOST_NAMED)
    throw invalid(
      'max_value',
      `The rows up to the end of this page have ${named} breakdown values in all series and periods, and at most ${MOST_NAMED} are possible: ask for fewer series at once, or leave the comparison out.`,
      attrOf(at('breakdownFilter', 'breakdown_offset')),
    )
  const steps = formulas.reduce((sum, { formula }) => sum + stepsOf(formula), 0)
  if (steps * rows * buckets > MOST_STEPS)
    throw invalid(
      'max_length',
      `The formulas have ${steps} steps (numbers, letters and signs) and could be computed for ${rows * buckets} values: ask for fewer or shorter formulas, or choose a smaller breakdown_limit.`,
      attrOf(at('trendsFilter', 'formula')),
    )
}

const planPeriod = (
  { query, definitions, moment }: Resolved<TrendsQuery>,
  name: PlannedPeriod['name'],
  period: Period,
): PlannedPeriod => ({
  name,
  period,
  series: query.series.map((series, place) => {
    const windows = windowsOf(query, series.math, period, moment.calendar)
    return {
      place,
      matcher: matcherOf(series, definitions),
      subject: matcherOf(withoutFilters(series), definitions),
      windows,
      isAddedUp: isAddedUp(query, series.math),
      range: rangeOf(windows),
    }
  }),
})
