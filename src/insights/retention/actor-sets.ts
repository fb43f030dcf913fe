import { rowPlaces } from '#insights/trends/row-places.ts'
import { binnedValues } from '#insights/trends/row-values.ts'
import { groupConditions } from '#sql/filters.ts'
import { type Fragment, join, or, sql } from '#sql/fragment.ts'
import { intervalIndex } from '#sql/interval-index.ts'
import { actorEvents, conditionsIn, rowTexts } from './actor-events.ts'
import { fromFirstTargets } from './first-targets.ts'
import { groupedByActor } from './grouped-by-actor.ts'
import { type IntervalSets, intervalSets } from './interval-sets.ts'
import type { RetentionPlan } from './plan.ts'
import type { RowEdges } from './row-edges.ts'

export const setsOf = ({ query, period }: RetentionPlan): IntervalSets =>
  intervalSets(period.buckets.length, query.minimumOccurrences)

/** Some of the actors of a question. */
export interface ActorsPart {
  /** Only the members of the cohort; null for all actors. */
  readonly cohortId: number | null
  /** Puts them into the rows of a breakdown by properties; null without one. */
  readonly edges: RowEdges | null
}

export const ALL_ACTORS: ActorsPart = { cohortId: null, edges: null }

/**
 * One row for each actor with a target event or a returning one: `actor`, and the sets of the intervals of its `targets`, which
 * are its cohorts, and of its `returns`. With edges one for each actor and its row of the breakdown, `row_place`. One scan of the events gives all.
 */
export const actorSets = (plan: RetentionPlan, part: ActorsPart): Fragment =>
  plan.query.type === 'retention_recurring' ? recurring(plan, part) : firstTime(plan, part)

/** An event counts in the row of its own value. */
function recurring(plan: RetentionPlan, { cohortId, edges }: ActorsPart): Fragment {
  const { query, period } = plan
  const scope = plan.scopeIn(period)
  const { target, returning } = conditionsIn(plan, scope)
  const place = intervalIndex(period, query.interval)
  const events = actorEvents(plan, { range: period, scope, cohortId })
  const row = edges === null ? null : rowPlace(plan, rowTexts(plan, events.values), edges)
  const sets =
    // Where all events that are read count for both, one set is enough.
    plan.returning === null && query.minimumOccurrences === 1
      ? [sql`${setsOf(plan).collect(place, null)} AS targets`, sql`targets AS returns`]
      : [
          sql`${setsOf(plan).collect(place, target)} AS targets`,
          sql`${returnsOf(plan, place, returning)} AS returns`,
        ]
  const from = events.from([
    or(plan.returning === null ? [target] : [target, returning]),
    ...groupConditions(plan.filter, scope),
  ])
  return groupedByActor(events.actor, row, { areNumbers: query.groupTypeIndex === null, sets, from })
}

/** An actor is in the row of its first target event, with all of its returning ones. */
function firstTime(plan: RetentionPlan, { cohortId, edges }: ActorsPart): Fragment {
  // An event before the range is in no interval of it.
  const place = sql`greatest(${intervalIndex(plan.period, plan.query.interval)}, 0)`
  const first = fromFirstTargets(plan, cohortId, {
    row: edges === null ? null : (texts) => rowPlace(plan, texts, edges),
    returns: (returning) => returnsOf(plan, place, returning),
  })
  const columns = [
    sql`actor`,
    ...(first.row === null ? [] : [sql`${first.row} AS row_place`]),
    sql`${setsOf(plan).only(first.place)} AS targets`,
    sql`returns`,
  ]
  return sql`-- the cohort of an actor is the interval of its first target event
SELECT
  ${join(columns, sql`,\n`)}
${first.from}`
}

/** The number of the row of an event. */
function rowPlace(
  { query: { breakdown } }: RetentionPlan,
  texts: readonly Fragment[],
  { largest, bounds }: RowEdges,
): Fragment {
  if (breakdown?.kind !== 'properties') throw new TypeError('Only values of properties have rows')
  return rowPlaces(binnedValues(breakdown, texts, bounds), largest).place
}

function returnsOf(plan: RetentionPlan, place: Fragment, returning: Fragment): Fragment {
  const { minimumOccurrences } = plan.query
  return minimumOccurrences > 1
    ? setsOf(plan).collectFrequent(place, returning, minimumOccurrences)
    : setsOf(plan).collect(place, returning)
}
