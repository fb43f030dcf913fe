import type { PersonNumbers } from '#hogql/functions/definition.ts'
import type { NumericProperties } from '#hogql/numeric-properties.ts'
import type { CohortDefinition } from './cohorts/cohort.ts'
import type { Matcher } from './matcher.ts'

export interface NamedAction {
  readonly name: string
  /** The events that the action counts. */
  readonly matcher: Matcher
}

/**
 * The present definition of everything that a question names by id. If an id is missing here, the project
 * has nothing with this id.
 */
export interface Definitions {
  readonly actions: ReadonlyMap<number, NamedAction>
  /** The named cohorts, and the cohorts that they depend on. */
  readonly cohorts: ReadonlyMap<number, CohortDefinition>
  /** Properties in the question's expressions that are defined as numeric; absent if there are none. */
  readonly numbers?: NumericProperties
  /** Numbers of the persons that the question's expressions name; absent if they name none. */
  readonly personNumbers?: PersonNumbers
  /** All cohorts of the project if the question lists them; absent otherwise. */
  readonly listedCohorts?: readonly ListedCohort[]
}

/**
 * Returns the facts in definitions that expressions depend on: numeric properties, and the numbers of
 * persons.
 */
export const valuesOf = ({ numbers, personNumbers }: Pick<Definitions, 'numbers' | 'personNumbers'>) => ({
  numbers,
  personNumbers,
})

/** Facts about a cohort, without its members. */
export interface ListedCohort {
  readonly id: number
  readonly name: string
  readonly isStatic: boolean
  readonly createdMs: number
}
