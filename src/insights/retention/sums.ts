import type { EventValues } from '#sql/event-values.ts'
import { bound, type Fragment, numeral, sql } from '#sql/fragment.ts'
import { numberOf } from '#sql/property-conditions.ts'
import { columnsOf } from './columns.ts'
import { MS } from './first-targets.ts'
import type { Column } from './grouped-by-actor.ts'
import type { RetentionPlan } from './plan.ts'

/** The events of an actor of which sums are made. */
interface SummedEvents {
  readonly values: EventValues
  /** The place of the interval of an event. */
  readonly place: Fragment
  readonly target: Fragment
  readonly returning: Fragment
}

const [SUMS, RETURNED, FIRST_TARGETS] = [sql`sums`, sql`returned`, sql`first_targets`]

/**
 * The aggregates of an actor from which {@link entriesOf} makes its sums; none for a question without sums.
 * `sums` are the places with a returning event, the sum of each, and its number of events, which keeps a
 * place whose sum is 0. If the two events differ, `returned` are the place, instant and number of each
 * returning event, and `first_targets` the places with a target event and the first instant in each.
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

/** The names of the columns of {@link sumColumns}. */
export const sumNames = ({ query: { summed }, returning }: RetentionPlan): Fragment[] =>
  summed === undefined ? [] : returning === null ? [SUMS] : [SUMS, RETURNED, FIRST_TARGETS]

/**
 * A list of the values of a cohort that count an actor, each once and with the sum of the actor's numbers:
 * tuples of a value and a sum, from the columns of {@link sumColumns}.
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
 * The sum of value 0. If the two events differ, it has the returning events of the interval after the first
 * target event in it. Of one event it has all events of the interval.
 */
const sumOfCohort = ({ returning }: RetentionPlan, cohort: Fragment): Fragment =>
  returning === null
    ? sql`arraySum((place, sum) -> if(place = ${cohort}, sum, 0), sums.1, sums.2)`
    : sql`arraySum(one -> if(one.1 = ${cohort} AND one.2 > arrayElement(first_targets.2, indexOf(first_targets.1, ${cohort})), one.3, 0), returned)`
