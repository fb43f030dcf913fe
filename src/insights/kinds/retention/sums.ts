import { bound, type Fragment, numeral, sql } from '#fragments/fragment.ts'
import { numberOf } from '#fragments/number-in-text.ts'
import type { EventValues } from '#sql/event-values.ts'
import { columnsOf } from './columns.ts'
import { MS } from './first-targets.ts'
import type { Column } from './grouped-by-actor.ts'
import type { RetentionPlan } from './plan.ts'

/** The events whose numbers are added up for an actor. */
interface SummedEvents {
  readonly values: EventValues
  /** Index of the interval of an event. */
  readonly place: Fragment
  readonly target: Fragment
  readonly returning: Fragment
}

const [SUMS, RETURNED, FIRST_TARGETS] = [sql`sums`, sql`returned`, sql`first_targets`]

/**
 * Returns the aggregates of an actor from which {@link entriesOf} makes its sums; none for a question
 * without sums. For each interval with a returning event, `sums` has the index of the interval, the sum of
 * the numbers in it, and the number of events in it. The number of events keeps an interval whose sum is 0.
 * If the target and the returning event differ, there are two more aggregates. `returned` has, for each
 * returning event, the index of its interval, its instant and its number. `first_targets` has, for each
 * interval with a target event, its index and the first instant of such an event.
 */
export function sumColumns(
  { query: { summed }, returning: other }: RetentionPlan,
  { values, place, target, returning }: SummedEvents,
): Column[] {
  if (summed === undefined) return []
  const at = sql`toUInt16(${place})`
  const number = sql`ifNull(${numberOf(values.text(summed.property))}, 0)`
  return [
    { name: SUMS, of: sql`sumMapIf([${at}], [${number}], [toUInt64(1)], ${returning})` },
    ...(other === null
      ? []
      : [
          { name: RETURNED, of: sql`groupArrayIf((${at}, ${MS}, ${number}), ${returning})` },
          { name: FIRST_TARGETS, of: sql`minMapIf([${at}], [${MS}], ${target})` },
        ]),
  ]
}

/** Returns the names of the columns of {@link sumColumns}. */
export const sumNames = ({ query: { summed }, returning }: RetentionPlan): Fragment[] =>
  summed === undefined ? [] : returning === null ? [SUMS] : [SUMS, RETURNED, FIRST_TARGETS]

/**
 * Returns the values of a cohort that count an actor, each with the sum of the actor's numbers. The result
 * is a list of tuples of a value and a sum, without repeated values, made from the columns of {@link
 * sumColumns}.
 */
export function entriesOf(plan: RetentionPlan, cohort: Fragment): Fragment {
  const later = sql`arrayFilter(entry -> entry.1 > ${cohort}, arrayZip(sums.1, sums.2))`
  const ofCohort = sql`[(toUInt32(0), ${sumOfCohort(plan, cohort)})]`
  const { brackets } = plan.query
  if (brackets.length === 0)
    return sql`arrayConcat(${ofCohort}, arrayMap(entry -> (toUInt32(entry.1 - ${cohort}), entry.2), ${later}))`
  const values = columnsOf(plan.query).flatMap(({ first, last }, value) =>
    Array.from({ length: last - first + 1 }, () => value),
  )
  const within = sql`arrayFilter(entry -> entry.1 - ${cohort} < ${numeral(values.length)}, ${later})`
  const valueAt = (distance: Fragment) =>
    sql`arrayElement(${bound('Array(UInt32)', values)}, ${distance} + 1)`
  const summed = sql`arrayReduce('sumMap', arrayMap(entry -> [${valueAt(sql`entry.1 - ${cohort}`)}], ${within}), arrayMap(entry -> [entry.2], ${within}), arrayMap(entry -> [toUInt64(1)], ${within}))`
  return sql`arrayConcat(${ofCohort}, arrayZip(${summed}.1, ${summed}.2))`
}

/**
 * Returns the sum of value 0. If the target and the returning event differ, it adds up the returning events
 * that come after the first target event of the same interval. If they are the same event, it adds up all
 * events of the interval.
 */
const sumOfCohort = ({ returning }: RetentionPlan, cohort: Fragment): Fragment =>
  returning === null
    ? sql`arraySum((place, sum) -> if(place = ${cohort}, sum, 0), sums.1, sums.2)`
    : sql`arraySum(one -> if(one.1 = ${cohort} AND one.2 > arrayElement(first_targets.2, indexOf(first_targets.1, ${cohort})), one.3, 0), returned)`
