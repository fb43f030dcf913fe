import type { PersonNumbers } from '#hogql/functions/definition.ts'
import type { NumericProperties } from '#hogql/numeric-properties.ts'
import type { CohortDefinition } from './cohorts/cohort.ts'
import type { Matcher } from './matcher.ts'

export interface NamedAction {
  readonly name: string
  /** The events that the action counts. */
  readonly matcher: Matcher
}

/** Of everything that a question names by id: its definition now. An id that is missing here is unknown to the project. */
export interface Definitions {
  readonly actions: ReadonlyMap<number, NamedAction>
  /** With those that the named ones depend on. */
  readonly cohorts: ReadonlyMap<number, CohortDefinition>
  /**
   * The properties in expressions of the question whose definitions are numeric; absent where there are none.
   */
  readonly numbers?: NumericProperties
  /** The numbers of the persons that expressions of the question name; absent if they name none. */
  readonly personNumbers?: PersonNumbers
  /** All cohorts of the project, for a question that lists them; absent for others. */
  readonly listedCohorts?: readonly ListedCohort[]
}

/** What definitions tell of the values in expressions. */
export const valuesOf = ({ numbers, personNumbers }: Pick<Definitions, 'numbers' | 'personNumbers'>) => ({
  numbers,
  personNumbers,
})

/** What is told of a cohort beside its members. */
export interface ListedCohort {
  readonly id: number
  readonly name: string
  readonly isStatic: boolean
  readonly createdMs: number
}
