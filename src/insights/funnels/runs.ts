import { eventsOf } from '#sql/events.ts'
import { groupConditions } from '#sql/filters.ts'
import { type Fragment, identifier, join, numeral, or, sql } from '#sql/fragment.ts'
import { matches } from '#sql/matcher.ts'
import { personOf } from '#sql/person-roots.ts'
import { bestLevel, bestStart, emptyState, nextState } from './fold.ts'
import { isOnlyStepOne, isStep, millisecondsOf, packedEvent } from './packed-event.ts'
import type { FunnelsPlan } from './plan.ts'

/**
 * One row for each person with a step: `actor`, `level` (the highest step reached, 0 for none) and `times` (of each step of
 * the best run, in ms since the start of the range, 0 beyond `level`). The counts, the times and the list of persons all
 * come from this fragment.
 */
export function funnelRuns(plan: FunnelsPlan): Fragment {
  return sql`-- from its start the best run took each next step at the first chance
SELECT
  actor,
  level,
  ${join(stepPositions(plan), sql`,\n`)},
  [${join(stepTimes(plan), sql`, `)}] AS times
FROM (
  ${bestRuns(plan)}
)`
}

const bestRuns = (plan: FunnelsPlan): Fragment =>
  sql`-- the best run of each person; of step 1 repeated in a row only the last can begin it
SELECT
  actor,
  arrayFilter(
    (event, next) -> NOT (${isOnlyStepOne(sql`event`, plan)} AND ${isOnlyStepOne(sql`next`, plan)}),
    sorted,
    arrayShiftLeft(sorted, 1)
  ) AS path,
  arrayFold((state, event) -> ${nextState(plan)},
    path,
    ${emptyState(plan)}
  ) AS state,
  ${bestStart(plan)} AS best_start,
  if(is_beyond_first, ${bestLevel(plan)}, toUInt8(did_first)) AS level
FROM (
  -- the steps that each person did, packed and in order; no order is needed where the second is missing
  SELECT
    ${personOf(plan.projectId, plan.hasMerges)} AS actor,
    max(${matchesStep(plan, 0)}) AS did_first,
    did_first AND max(${matchesStep(plan, 1)}) AS is_beyond_first,
    if(is_beyond_first, arraySort(groupArray(${packedEvent(plan)})), []) AS sorted
  ${eventsOf(plan.projectId, plan.period, conditions(plan))}
  GROUP BY actor
)`

function matchesStep(plan: FunnelsPlan, i: number): Fragment {
  const matcher = plan.matchers[i]
  return matcher === undefined ? sql`false` : matches(matcher, plan.scope)
}

const conditions = (plan: FunnelsPlan): Fragment[] => [
  or(plan.matchers.map((matcher) => matches(matcher, plan.scope))),
  ...groupConditions(plan.filter, plan.scope),
]

const at = (step: number) => identifier(`at_${step}`)

function stepPositions(plan: FunnelsPlan): Fragment[] {
  return plan.matchers.map((_, i) => {
    const step = i + 1
    if (step === 1) return sql`indexOf(path, best_start) AS ${at(1)}`
    const isNext = sql`position > ${at(step - 1)} AND ${isStep(sql`event`, step, plan)}`
    return sql`if(level < ${numeral(step)}, 0, arrayFirstIndex((event, position) -> ${isNext}, path, arrayEnumerate(path))) AS ${at(step)}`
  })
}

// An index that the engine knows to be 0 before it reads a row, as those of a funnel whose first step no event can match, is an
// error; in a column it is that of a missing element.
const stepTimes = (plan: FunnelsPlan): Fragment[] =>
  plan.matchers.map((_, i) => millisecondsOf(sql`path[materialize(${at(i + 1)})]`, plan))
