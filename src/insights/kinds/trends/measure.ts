import { bound, type Fragment, sql } from '#fragments/fragment.ts'
import { finite, numberOf } from '#fragments/number-in-text.ts'
import type { Series } from '#query/series.ts'
import { countsDifferent, isFirstTime, statisticOf, statisticPerActor } from '#query/series-math.ts'
import {
  type Aggregate,
  type BoxAggregates,
  boxAggregates,
  countOfDifferent,
  countOfNumbers,
  countOfRows,
  statistic,
} from '#sql/aggregates.ts'
import type { EventValues } from '#sql/event-values.ts'
import { groupKeyOf } from '#sql/groups.ts'
import { sessionOf } from '#sql/sessions.ts'

/** The way in which the value of a window is computed from the rows in the window. */
export type Measure = {
  /** Conditions that a row must meet to count. */
  readonly conditions: readonly Fragment[]
} /** An aggregate of the rows. */ & (
  | { readonly kind: 'rows'; readonly aggregate: Aggregate; readonly box?: BoxAggregates }
  /**
   * The value is an aggregate of units (actors or sessions). Each unit has one number, `unit_number`, which
   * is computed from its rows.
   */
  | {
      readonly kind: 'units'
      readonly unit: Fragment
      /** Computes the number of a unit from its rows. */
      readonly number: Fragment
      /**
       * Computes the number of a unit in a window from `slot_number`, its numbers in the slots of the
       * window.
       */
      readonly merge: Fragment
      readonly aggregate: Aggregate
      /** The statistics of a property; absent for any other math. */
      readonly box?: BoxAggregates
    }
  /** An expression with aggregates, which cannot be computed in parts. */
  | { readonly kind: 'expression'; readonly expression: Fragment }
)

/**
 * The actors of a series: the persons, groups or sessions that it counts, or else the persons or groups that
 * its events belong to.
 */
export interface Actors {
  readonly kind: 'person' | 'group' | 'session'
  /**
   * The id of an actor: the number of a person (these numbers are dense), the key of a group, or the id of
   * a session.
   */
  readonly of: Fragment
  /** Conditions that an event belongs to an actor. */
  readonly conditions: readonly Fragment[]
}

const IN_SESSION = [sql`notEmpty(${sessionOf})`]

/**
 * Returns the actors of a series. `person` is the person of an event. Maths of actors do not count events
 * without an actor; all other maths do.
 */
export function actorsOf(
  { math, mathGroupTypeIndex }: Pick<Series, 'math' | 'mathGroupTypeIndex'>,
  groupTypeIndex: number | null,
  person: Fragment,
): Actors {
  if (math === 'unique_session') return { kind: 'session', of: sessionOf, conditions: IN_SESSION }
  const group = mathGroupTypeIndex ?? groupTypeIndex
  if (group === null) return { kind: 'person', of: person, conditions: [] }
  return { kind: 'group', of: groupKeyOf(group), conditions: [sql`notEmpty(${groupKeyOf(group)})`] }
}

/**
 * Returns the measure of a series over rows that have the columns of events. If `isExact` is true,
 * percentiles are exact.
 */
export function measureOf(series: Series, actors: Actors, values: EventValues, isExact: boolean): Measure {
  const { math, mathProperty, mathHogql } = series
  if (mathHogql !== undefined)
    return { kind: 'expression', expression: values.expression(mathHogql), conditions: [] }
  const ofProperty = statisticOf(math)
  if (ofProperty !== null && mathProperty !== undefined) {
    const number = multiplied(numberOf(values.text(mathProperty)), mathProperty.multiplier)
    return mathProperty.on === 'session'
      ? {
          kind: 'units',
          unit: sessionOf,
          number: sql`any(${number})`,
          merge: sql`any(slot_number)`,
          aggregate: statistic(ofProperty, UNIT_NUMBER, isExact),
          box: boxAggregates(UNIT_NUMBER, isExact),
          conditions: IN_SESSION,
        }
      : {
          kind: 'rows',
          aggregate: statistic(ofProperty, number, isExact),
          box: boxAggregates(number, isExact),
          conditions: [],
        }
  }
  const perActor = statisticPerActor(math)
  if (perActor !== null)
    return {
      kind: 'units',
      unit: actors.of,
      number: sql`count()`,
      merge: sql`sum(slot_number)`,
      aggregate: statistic(perActor, UNIT_NUMBER, isExact),
      conditions: actors.conditions,
    }
  return countsDifferent(math)
    ? { kind: 'rows', aggregate: countOf(actors), conditions: actors.conditions }
    : { kind: 'rows', aggregate: countOfRows, conditions: isFirstTime(math) ? actors.conditions : [] }
}

/** Multiplies a number. If a double cannot hold the product, the result is no number. */
const multiplied = (number: Fragment, multiplier: number | undefined): Fragment =>
  multiplier === undefined ? number : finite(sql`${number} * ${bound('Float64', multiplier)}`)

const UNIT_NUMBER = sql`unit_number`

const countOf = ({ kind, of }: Actors) => (kind === 'person' ? countOfNumbers(of) : countOfDifferent(of))
