import { z } from 'zod'
import { type Fragment, join, numeral, sql } from '#fragments/fragment.ts'
import { type EngineQuery, rowsOf } from '#insights/kind/engine-query.ts'
import type { Period } from '#insights/kind/resolve.ts'
import { Integer } from '#insights/kind/row-values.ts'
import { bucketColumns } from '#sql/bucket-columns.ts'
import { eventsOf } from '#sql/events.ts'
import { groupConditions } from '#sql/filters.ts'
import { groupKeyOf } from '#sql/groups.ts'
import { matches } from '#sql/matcher.ts'
import { personOf } from '#sql/person-roots.ts'
import { activeIntervals } from './active-intervals.ts'
import type { StickinessPlan } from './plan.ts'
import type { StickinessQuery } from './query.ts'

export const ActorsRow = z.object({ period: Integer, series: Integer, active: Integer, actors: Integer })
export type ActorsRow = z.output<typeof ActorsRow>

/**
 * Returns the query for the numbers of actors. It has one row for each period, series and number of active
 * intervals. `actors` is how many actors were active in exactly `active` intervals.
 */
export function stickinessQueries(plan: StickinessPlan): { actors: EngineQuery<ActorsRow[]> } {
  const selects = plan.periods.flatMap((_, period) =>
    plan.matchers.map((__, series) => actorsByActive(plan, period, series)),
  )
  return { actors: rowsOf(ActorsRow, join(selects, sql`\nUNION ALL\n`)) }
}

const actorsByActive = (plan: StickinessPlan, period: number, series: number): Fragment =>
  sql`-- series ${numeral(series)} in period ${numeral(period)}: actors by their number of active intervals
SELECT
  ${numeral(period)} AS period,
  ${numeral(series)} AS series,
  active,
  count() AS actors
FROM (
  ${activeActors(plan, period, series)}
)
GROUP BY active`

/**
 * Selects one number of a stickiness: the actors of a series with a certain number of active intervals in a
 * period. Period 0 is the current one.
 */
export interface StickinessCell {
  readonly period: 0 | 1
  readonly series: number
  readonly active: number
}

/** Selects the actors behind a number as `actor`. */
export const stickinessPeople = (
  plan: StickinessPlan,
  { period, series, active }: StickinessCell,
): Fragment =>
  sql`SELECT actor
FROM (
  ${activeActors(plan, period, series)}
)
WHERE active ${plan.query.isCumulative ? sql`>=` : sql`=`} ${numeral(active)}`

/**
 * Selects one row for each actor with events of the series: `actor` and `active`, the number of its active
 * intervals.
 */
function activeActors(plan: StickinessPlan, place: number, series: number): Fragment {
  const period = plan.periods[place] ?? plan.period
  const { interval, criteria } = plan.query
  if (criteria === null)
    return sql`SELECT
  ${actorOf(plan, series)} AS actor,
  ${activeIntervals(period, interval)} AS active
${eventsOfSeries(plan, series, period)}
GROUP BY actor`
  return sql`-- intervals with as many events as the criteria ask for
SELECT
  actor,
  count() AS active
FROM (
  SELECT
    ${actorOf(plan, series)} AS actor,
    ${bucketColumns(period, interval).start} AS bucket
  ${eventsOfSeries(plan, series, period)}
  GROUP BY
    actor,
    bucket
  HAVING ${meets(criteria)}
)
GROUP BY actor`
}

function meets({ operator, value }: NonNullable<StickinessQuery['criteria']>): Fragment {
  if (operator === 'gte') return sql`count() >= ${numeral(value)}`
  return operator === 'lte' ? sql`count() <= ${numeral(value)}` : sql`count() = ${numeral(value)}`
}

const groupTypeOf = ({ query }: StickinessPlan, series: number) => query.series[series]?.mathGroupTypeIndex

function actorOf(plan: StickinessPlan, series: number): Fragment {
  const groupType = groupTypeOf(plan, series)
  return groupType === undefined ? personOf(plan.projectId, plan.hasMerges) : groupKeyOf(groupType)
}

function eventsOfSeries(plan: StickinessPlan, series: number, period: Period): Fragment {
  const groupType = groupTypeOf(plan, series)
  const inGroup = groupType === undefined ? [] : [sql`notEmpty(${groupKeyOf(groupType)})`]
  const scope = plan.scopeIn(period)
  const conditions = [
    matches(plan.matchers[series] ?? [], scope),
    ...inGroup,
    ...groupConditions(plan.filter, scope),
  ]
  return eventsOf(plan.projectId, period, conditions)
}
