import { bound, type Fragment, join, or, sql } from '#fragments/fragment.ts'
import { binnedValues } from '#insights/kind/binned-values.ts'
import { rowPlaces } from '#insights/kind/row-places.ts'
import { groupConditions } from '#sql/filters.ts'
import { intervalIndex } from '#sql/interval-index.ts'
import { actorEvents, conditionsIn, rowTexts } from './actor-events.ts'
import { FIRST, type FirstTargets, fromFirstTargets, leastOf, MS, placeOf } from './first-targets.ts'
import { type Column, groupedByActor } from './grouped-by-actor.ts'
import { setsOf } from './interval-sets.ts'
import type { RetentionPlan } from './plan.ts'
import { returnInstants, rollingColumns } from './rolling-windows.ts'
import type { RowEdges } from './row-edges.ts'
import { sumColumns, sumNames } from './sums.ts'

/** Some of the actors of a question. */
export interface ActorsPart {
  /** Only the members of this cohort; null for all actors. */
  readonly cohortId: number | null
  /** The edges that put actors into the rows of a breakdown by properties; null without such a breakdown. */
  readonly edges: RowEdges | null
}

export const ALL_ACTORS: ActorsPart = { cohortId: null, edges: null }

const [TARGETS, RETURNS] = [sql`targets`, sql`returns`]

/**
 * Selects one row for each actor that has a cohort, and possibly rows of further actors, who only have
 * returning events. The columns are `actor`, `targets` and `returns`. `targets` is the set of the intervals
 * of the actor's target events, which are its cohorts. `returns` is the set of the intervals of its returning
 * events. With edges, there is a column `row_place` in addition, and one row for each actor and each row of
 * the breakdown that the actor is in. One scan of the events gives everything. A question with sums has the
 * columns of `sumColumns` as well.
 */
export const actorSets = (plan: RetentionPlan, part: ActorsPart): Fragment =>
  plan.query.type === 'retention_recurring' ? recurring(plan, part) : firstTime(plan, part)

/** Selects the sets of a recurring retention, in which an event counts in the row of its own value. */
function recurring(plan: RetentionPlan, { cohortId, edges }: ActorsPart): Fragment {
  const { query, period } = plan
  const scope = plan.scopeIn(period)
  const { target, returning } = conditionsIn(plan, scope)
  const place = intervalIndex(period, query.interval)
  const events = actorEvents(plan, { range: period, scope, cohortId })
  const row = edges === null ? null : rowPlace(plan, rowTexts(plan, events.values), edges)
  const sums = sumColumns(plan, { values: events.values, place, target, returning })
  const from = events.from([
    or(plan.returning === null ? [target] : [target, returning]),
    ...groupConditions(plan.filter, scope),
  ])
  const groupedBy = (sets: readonly Column[]) =>
    groupedByActor(events.actor, row, { areNumbers: query.groupTypeIndex === null, sets, from })
  if (query.isRolling) {
    const grouped = groupedBy([
      { name: sql`first`, of: leastOf(plan, MS, target) },
      returnInstants(returning),
    ])
    return fromFirst(plan, {
      at: FIRST,
      place: placeOf(plan, FIRST),
      row: row === null ? null : sql`row_place`,
      from: sql`FROM (\n  ${grouped}\n)\nWHERE first >= ${bound('Int64', period.fromMs)}`,
    })
  }
  // If every event that is read is both a target and a returning event, one set is enough.
  return plan.returning === null && query.minimumOccurrences === 1
    ? groupedBy([
        { name: TARGETS, of: setsOf(plan).collect(place, null) },
        { name: RETURNS, of: TARGETS },
        ...sums,
      ])
    : groupedBy([
        { name: TARGETS, of: setsOf(plan).collect(place, target) },
        { name: RETURNS, of: returnsOf(plan, place, returning) },
        ...sums,
      ])
}

/**
 * Selects the sets of a first-time retention. An actor is in the row of its first target event, with all of
 * its returning events.
 */
function firstTime(plan: RetentionPlan, { cohortId, edges }: ActorsPart): Fragment {
  // An event before the range is in no interval of the range, and its index is negative. Such an index
  // becomes 0.
  const place = sql`greatest(${intervalIndex(plan.period, plan.query.interval)}, 0)`
  return fromFirst(
    plan,
    fromFirstTargets(plan, cohortId, {
      row: edges === null ? null : (texts) => rowPlace(plan, texts, edges),
      aggregates: ({ target, returning, values }) =>
        plan.query.isRolling
          ? [returnInstants(returning)]
          : [
              { name: RETURNS, of: returnsOf(plan, place, returning) },
              ...sumColumns(plan, { values, place, target, returning }),
            ],
    }),
  )
}

/**
 * Selects the sets of actors when each actor is in a single cohort, which begins with its first target
 * event.
 */
function fromFirst(plan: RetentionPlan, first: FirstTargets): Fragment {
  const sets = plan.query.isRolling
    ? rollingColumns(plan, first)
    : [sql`${setsOf(plan).only(first.place)} AS targets`, RETURNS, ...sumNames(plan)]
  const row = first.row === null ? [] : [sql`${first.row} AS row_place`]
  return sql`-- the cohort of an actor is the interval of its first target event
SELECT
  ${join([sql`actor`, ...row, ...sets], sql`,\n`)}
${first.from}`
}

/** Returns the number of the row that an event is in. */
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
