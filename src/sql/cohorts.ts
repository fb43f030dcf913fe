import { and, bound, type Fragment, identifier, join, numeral, or, sql } from '#fragments/fragment.ts'
import type { Behavior, BehaviorFilter, CohortCondition, Comparison, Deed } from '#query/cohorts/cohort.ts'
import { isEmpty } from '#query/cohorts/parse-cohort.ts'
import type { InstantRange } from '#query/date-range.ts'
import { type Definitions, valuesOf } from '#query/definitions.ts'
import { instantsOfDate } from '#query/filter-dates.ts'
import { matcherOf } from '#query/series.ts'
import type { Calendar } from '#values/date-text.ts'
import { eventsOf, STORABLE } from './events.ts'
import { among, eventScope, personScope } from './filter-scope.ts'
import { filterCondition } from './filters.ts'
import { matches } from './matcher.ts'
import { personOf } from './person-roots.ts'
import { personsOf } from './persons.ts'

/** The project and the moment for which members of cohorts are looked up. */
export interface CohortScope {
  readonly projectId: number
  readonly hasMerges: boolean
  readonly calendar: Calendar
  /**
   * Definitions of the asked cohorts and of everything on which they depend. If a cohort has no definition
   * here, it has no members; an action without a definition has no events.
   */
  readonly definitions: Definitions
}

const PERSON = sql`person`

/**
 * Query for the members of a cohort. It selects person numbers, which are equal to the numbers that
 * `personOf` gives for the events of these persons.
 */
export const cohortMembers = (id: number, scope: CohortScope): Fragment =>
  sql`SELECT person
${personsOf(scope.projectId, [memberCondition(id, scope)])}`

/**
 * Condition that a row of `personsOf` is a member of the cohort. Only persons can be members. A cohort
 * contains no distinct id without a person profile. It does not contain a deleted person either, even if
 * events of this person remain.
 */
export function memberCondition(id: number, scope: CohortScope): Fragment {
  const cohort = scope.definitions.cohorts.get(id)
  if (cohort === undefined) return sql`false`
  if (cohort.kind === 'static') return among(PERSON, addedTo(cohort.id, scope))
  return isEmpty(cohort.condition) ? sql`false` : conditionOf(cohort.condition, scope)
}

/**
 * Query for the numbers of the persons that were added to a static cohort. If some of them have been merged
 * since, the merged person has one number.
 */
const addedTo = (
  cohortId: number,
  { projectId, hasMerges }: CohortScope,
) => sql`SELECT ${personOf(projectId, hasMerges)}
FROM ${identifier('cohort_person')} FINAL
WHERE project_id = ${bound('UInt32', projectId)} AND cohort_id = ${bound('UInt32', cohortId)}`

function conditionOf(condition: CohortCondition, scope: CohortScope): Fragment {
  if (condition.kind === 'group') {
    const members = condition.members
      .filter((member) => !isEmpty(member))
      .map((one) => conditionOf(one, scope))
    return condition.combine === 'and' ? and(members) : or(members)
  }
  if (condition.on === 'behavior') return behaviorCondition(condition, scope)
  if (condition.on !== 'cohort') return filterCondition(condition, personScope(scope.calendar))
  const isMember = memberCondition(condition.cohortId, scope)
  return condition.isMember ? isMember : sql`NOT (${isMember})`
}

function behaviorCondition({ deed, behavior, isNegated }: BehaviorFilter, scope: CohortScope): Fragment {
  if (behavior.kind === 'sequence') {
    const isAmong = among(PERSON, sequenceDoers(deed, behavior, scope))
    return isNegated ? sql`NOT ${isAmong}` : isAmong
  }
  const { range, having, isTrueOfNone } = askedOf(behavior, scope.calendar)
  const doers = doersOf(deed, range, isTrueOfNone ? not(having) : having, scope)
  const isAmong = among(PERSON, doers)
  return isTrueOfNone === isNegated ? isAmong : sql`NOT ${isAmong}`
}

const not = (having: Fragment | null): Fragment => (having === null ? sql`false` : sql`NOT (${having})`)

function doersOf(deed: Deed, range: InstantRange, having: Fragment | null, scope: CohortScope): Fragment {
  // The filters of the deed itself name no cohorts, but the filters of its action can.
  const events = eventScope({ ...scope, ...valuesOf(scope.definitions), range }, (id) =>
    cohortMembers(id, scope),
  )
  const done = eventsOf(scope.projectId, range, [matches(matcherOf(deed, scope.definitions), events)])
  const person = personOf(scope.projectId, scope.hasMerges)
  if (having === null)
    return sql`SELECT ${person}
${done}`
  return sql`SELECT ${person} AS doer
${done}
GROUP BY doer
HAVING ${having}`
}

/**
 * Query for the persons who did `deed` and later, within the window, `behavior.next`. A row of the
 * innermost query stands for one millisecond of one person. If both events are in the same millisecond,
 * neither of them counts as the later one.
 */
function sequenceDoers(
  deed: Deed,
  { from, to, next, windowSeconds }: Extract<Behavior, { kind: 'sequence' }>,
  scope: CohortScope,
): Fragment {
  const range = windowRange(from, to, scope.calendar)
  const events = eventScope({ ...scope, ...valuesOf(scope.definitions), range }, (id) =>
    cohortMembers(id, scope),
  )
  const isOf = (one: Deed) => matches(matcherOf(one, scope.definitions), events)
  return sql`SELECT doer
FROM (
  SELECT
    doer,
    at_ms,
    is_next,
    max(if(is_first, at_ms, NULL)) OVER (
      PARTITION BY doer ORDER BY at_ms ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS first_ms
  FROM (
    SELECT
      ${personOf(scope.projectId, scope.hasMerges)} AS doer,
      toUnixTimestamp64Milli(ts) AS at_ms,
      max(${isOf(deed)}) AS is_first,
      max(${isOf(next)}) AS is_next
    ${eventsOf(scope.projectId, range, [or([isOf(deed), isOf(next)])])}
    GROUP BY doer, at_ms
  )
)
WHERE is_next AND at_ms - first_ms <= ${bound('Int64', windowSeconds * 1000)}`
}

function windowRange(from: string, to: string | null, calendar: Calendar): InstantRange {
  const { fromMs } = instantsOfDate(from, calendar)
  // A range without an end includes events whose clock was ahead. Without them the numbers would change
  // when their time comes, although no event is added.
  return { fromMs, toMs: to === null ? STORABLE.toMs : instantsOfDate(to, calendar).toMs }
}

/**
 * What a condition on behaviour asks about the events of a person. These events are the ones of its deed
 * within `range`.
 */
interface Asked {
  readonly range: InstantRange
  /**
   * Condition on a person who did the deed in this range. Null if every such person meets the condition on
   * behaviour.
   */
  readonly having: Fragment | null
  /** Whether a person who did not do the deed in this range meets the condition on behaviour. */
  readonly isTrueOfNone: boolean
}

function askedOf(behavior: Exclude<Behavior, { kind: 'sequence' }>, calendar: Calendar): Asked {
  const msOf = (date: string) => instantsOfDate(date, calendar).fromMs
  const { toMs } = STORABLE
  switch (behavior.kind) {
    case 'performed':
      return { range: windowRange(behavior.from, behavior.to, calendar), ...timesIn(behavior) }
    case 'first_time': {
      const having = sql`min(ts) >= ${instant(msOf(behavior.from))}`
      return { range: { fromMs: 0, toMs }, having, isTrueOfNone: false }
    }
    case 'stopped': {
      const having = sql`max(ts) < ${instant(msOf(behavior.gapFrom))}`
      return { range: { fromMs: msOf(behavior.from), toMs }, having, isTrueOfNone: false }
    }
    case 'restarted':
      return {
        range: { fromMs: 0, toMs },
        having: restarted(msOf(behavior.from), msOf(behavior.gapFrom)),
        isTrueOfNone: false,
      }
    case 'regularly':
      return regularly(behavior, behavior.periods.map(msOf), toMs)
  }
}

const instant = (epochMs: number) => sql`fromUnixTimestamp64Milli(${bound('Int64', epochMs)})`

const SIGNS: Readonly<Record<Comparison, Fragment>> = {
  gte: sql`>=`,
  gt: sql`>`,
  lte: sql`<=`,
  lt: sql`<`,
  exact: sql`=`,
}
const compares = (count: Fragment, comparison: Comparison, times: number) =>
  sql`${count} ${SIGNS[comparison]} ${numeral(times)}`

/**
 * Returns whether a person who never did the deed meets the comparison. An upper bound is met only by persons
 * who did it at least once, unless zero is the only number that the bound allows.
 */
function isTrueOfZero(comparison: Comparison, times: number): boolean {
  const truth = { gte: times <= 0, gt: false, lte: times === 0, lt: times === 1, exact: times === 0 }
  return truth[comparison]
}

function timesIn({ comparison, times }: { comparison: Comparison; times: number }): Omit<Asked, 'range'> {
  const isAtLeastOnce = (comparison === 'gte' && times === 1) || (comparison === 'gt' && times === 0)
  return {
    having: isAtLeastOnce ? null : compares(sql`count()`, comparison, times),
    isTrueOfNone: isTrueOfZero(comparison, times),
  }
}

const restarted = (fromMs: number, gapFromMs: number): Fragment =>
  and([
    sql`min(ts) < ${instant(fromMs)}`,
    sql`countIf(ts >= ${instant(fromMs)} AND ts < ${instant(gapFromMs)}) = 0`,
    sql`max(ts) >= ${instant(gapFromMs)}`,
  ])

function regularly(
  { comparison, times, leastPeriods }: Extract<Behavior, { kind: 'regularly' }>,
  starts: readonly number[],
  toMs: number,
): Asked {
  const fits = starts.map((fromMs, i) => {
    const isInside = sql`ts >= ${instant(fromMs)} AND ts < ${instant(starts[i - 1] ?? toMs)}`
    return sql`(${compares(sql`countIf(${isInside})`, comparison, times)})`
  })
  return {
    range: { fromMs: starts.at(-1) ?? toMs, toMs },
    having: sql`${join(fits, sql` + `)} >= ${numeral(leastPeriods)}`,
    isTrueOfNone: isTrueOfZero(comparison, times),
  }
}
