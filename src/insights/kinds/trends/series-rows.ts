import { bound, type Fragment, sql } from '#fragments/fragment.ts'
import { brokenDownValue } from '#insights/kind/broken-down-value.ts'
import type { InstantRange } from '#query/date-range.ts'
import type { Matcher } from '#query/matcher.ts'
import { isFirstTime } from '#query/series-math.ts'
import { eventValues } from '#sql/event-values.ts'
import { eventsOf } from '#sql/events.ts'
import { groupConditions, memberConditions } from '#sql/filters.ts'
import { matches } from '#sql/matcher.ts'
import { personOf } from '#sql/person-roots.ts'
import { firstTimes, upTo } from './first-times.ts'
import { type Actors, actorsOf, type Measure, measureOf } from './measure.ts'
import { type PersonTime, personsOfEvents } from './persons-of-events.ts'
import type { PlannedSeries, TrendsPlan } from './plan.ts'
import { areOfUtcDays, coverOf, slotsOf, type Windows } from './windows.ts'

/**
 * The rows that a series counts: its events, or the first event of each actor. The values of the series,
 * and the people behind them, are computed from these rows.
 */
export interface SeriesRows {
  /** `FROM` clause with its conditions, and with the columns `ts` and `day`. */
  readonly from: Fragment
  readonly measure: Measure
  readonly actors: Actors
  /** The values of the breakdown, one for each of its properties: text, empty for a missing value. */
  readonly values: readonly Fragment[]
  /**
   * A clause like `from`, with a row for each person and time in place of the person's events. `weight` is
   * the number of these events. Null if the math counts first times, and if the breakdown has anything but
   * properties of persons. Also null without a breakdown.
   */
  readonly persons: Fragment | null
  /** A clause like `persons` for a value of the whole range. */
  readonly wholePersons: Fragment | null
}

/**
 * Returns the rows of a series in a range, except rows that no value of the series counts. If a cohort is
 * given, returns only the rows of its members.
 */
export function seriesRows(
  plan: TrendsPlan,
  { place, matcher, subject, windows, range: whole }: PlannedSeries,
  range: InstantRange,
  cohortId: number | null = null,
): SeriesRows {
  const series = plan.query.series[place]
  if (series === undefined) throw new RangeError(`There is no series ${place}`)
  // The scope has the whole range of the series, even if `range` is that of a single value. So the people
  // behind a value are found in the same sessions as the value itself.
  const scope = plan.scopeIn(isFirstTime(series.math) ? upTo(whole) : whole)
  const joined = eventValues(scope)
  const actors = actorsOf(series, plan.query.groupTypeIndex, personOf(plan.projectId, plan.hasMerges))
  const values = propertiesOf(plan).map((by) => brokenDownValue(by, joined))
  // These joins are read before the measure adds its own joins. A row of a person has no key for the joins
  // of the measure.
  const joinsOfValues = joined.joins()
  const measure = measureOf(series, actors, joined, plan.isExact)
  const matching = [matches(matcher, scope), ...groupConditions(plan.filter, scope)]
  const members = memberConditions(cohortId, scope)
  if (!isFirstTime(series.math)) {
    const conditions = [...matching, ...members, ...measure.conditions, ...windowConditions(windows, range)]
    const joins = joined.joins()
    const events = eventsOf(plan.projectId, range, conditions)
    const isOfPersons = areOfPersons(plan)
    const personsBy = (time: PersonTime) => personsOfEvents(events, time, joinsOfValues)
    return {
      from: eventsOf(plan.projectId, range, conditions, joins),
      measure,
      actors,
      values,
      persons: isOfPersons ? personsBy(timeOf(windows, range)) : null,
      wholePersons: isOfPersons ? personsBy('range') : null,
    }
  }
  const isOfAll = series.math === 'first_time_for_user'
  // If the matcher equals the subject, the first event matches the matcher in any case.
  const ofFirst = isSame(matcher, subject) ? matching.slice(1) : matching
  const first = firstTimes({
    projectId: plan.projectId,
    range,
    isOfDays: areOfUtcDays(windows, range),
    actor: actors.of,
    values,
    joins: joined.joins(),
    lookedAmong: [...(isOfAll ? [matches(subject, scope)] : matching), ...measure.conditions],
    counted: [...(isOfAll ? ofFirst : []), ...members],
  })
  return { ...first, measure, actors: { ...actors, of: sql`actor` }, persons: null, wholePersons: null }
}

/** Matchers are plain JSON. */
const isSame = (a: Matcher, b: Matcher) => JSON.stringify(a) === JSON.stringify(b)

const propertiesOf = ({ query: { breakdown } }: TrendsPlan) =>
  breakdown?.kind === 'properties' ? breakdown.by : []

/**
 * Returns the condition that an event is in one of the windows; no condition if the windows cover the
 * range. They do not cover it with weekly_active by month, or with one value of the whole range: only the
 * last seven days count then, and an event before them counts in no number.
 */
function windowConditions(windows: Windows, range: InstantRange): Fragment[] {
  const cover = coverOf(windows)
  if (cover.some(({ fromMs, toMs }) => fromMs <= range.fromMs && range.toMs <= toMs)) return []
  const [starts, ends] = [cover.map(({ fromMs }) => fromMs), cover.map(({ toMs }) => toMs)]
  return [
    sql`arrayExists(
  (from_ms, to_ms) -> toUnixTimestamp64Milli(ts) >= from_ms AND toUnixTimestamp64Milli(ts) < to_ms,
  ${bound('Array(Int64)', starts)},
  ${bound('Array(Int64)', ends)}
)`,
  ]
}

function timeOf(windows: Windows, range: InstantRange): PersonTime {
  if (windows.form === 'single') return 'range'
  return areOfUtcDays(windows, range) ? 'day' : slotsOf(windows)
}

/** Whether all values of a breakdown are properties of persons. */
const areOfPersons = (plan: TrendsPlan): boolean => {
  const by = propertiesOf(plan)
  return by.length > 0 && by.every(({ value }) => value.on === 'person')
}
