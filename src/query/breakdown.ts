import type { HogqlExpression } from '#hogql/expression.ts'
import type { CleaningRule } from './path-cleaning.ts'

/** Owner of a property. A group is given by the index of its type, 0 to 4. */
export type ValueSubject = 'event' | 'person' | 'session' | { readonly group: number }

/**
 * A value of an event: a property of the event or of a subject that it belongs to, or an expression over
 * these.
 */
export type EventValue =
  | { readonly on: ValueSubject; readonly key: string }
  | { readonly on: 'hogql'; readonly expression: HogqlExpression }

/** One value that divides events into rows. */
export interface BrokenDownBy {
  readonly value: EventValue
  /** Whether the value is treated as a URL: its query and then the slashes at its end are cut off. */
  readonly normalizesUrl: boolean
  /** Whether the project's path cleaning rules are applied to the value; absent if not. */
  readonly cleansPaths?: true
  /** The path cleaning rules. Only a resolved question has them. */
  readonly cleaning?: readonly CleaningRule[]
  /**
   * Number of bins, all of the same width, into which the numbers of the value are put. Null if the value
   * itself decides the row.
   */
  readonly bins: number | null
}

/** The cohorts of a breakdown by cohorts and properties. Each row belongs to one of these cohorts. */
export interface CohortsBeside {
  /** Position of the cohort among the values of a row. */
  readonly place: number
  readonly cohorts: readonly (number | 'all')[]
}

/** A breakdown with one row for each combination of the values of one or more properties. */
export interface PropertyBreakdown {
  readonly kind: 'properties'
  readonly by: readonly BrokenDownBy[]
  /** The cohorts of a breakdown by cohorts and properties; absent for a breakdown by properties alone. */
  readonly beside?: CohortsBeside
  /** Whether the breakdown was asked for as a list. A row then has a list of values. */
  readonly isList: boolean
  /**
   * Maximum number of rows. The row of missing values and the row of all other values do not count. Null if
   * the display decides how many rows there are.
   */
  readonly limit: number | null
  readonly hidesOther: boolean
}

/** A breakdown with one row for each cohort. The entry `all` stands for a row of all events. */
export interface CohortBreakdown {
  readonly kind: 'cohorts'
  readonly cohorts: readonly (number | 'all')[]
}

/** A breakdown by properties or by cohorts. Its rules are in docs/semantics/breakdowns.md. */
export type Breakdown = PropertyBreakdown | CohortBreakdown

/**
 * Values of a row, one for each property of the breakdown. Empty text means a missing value. If the
 * breakdown is by cohorts too, one of the values is the number of a cohort, or `all`.
 */
export type RowValues = readonly string[]

/** One row of a breakdown: the row of certain values, or `other` for all values without their own row. */
export type BreakdownRow =
  | {
      readonly values: RowValues
      /**
       * Set for the row of all other values within one cohort; absent for other rows. The values of such a
       * row are the number of the cohort, and empty text for each property.
       */
      readonly isOther?: true
    }
  | 'other'

/** Returns the cohorts that have rows in a breakdown; none for a breakdown by properties alone. */
export const cohortsOf = (breakdown: Breakdown | null): readonly (number | 'all')[] =>
  (breakdown?.kind === 'cohorts' ? breakdown.cohorts : breakdown?.beside?.cohorts) ?? []

/**
 * Returns whether the rows are the bins of one property, with a row for each bin. Any other breakdown by
 * properties has rows for its largest values and one row for all other values, even if one of several
 * properties has bins.
 */
export const isOneHistogram = ({ by, beside }: Pick<PropertyBreakdown, 'by' | 'beside'>): boolean =>
  beside === undefined && by.length === 1 && by.every(({ bins }) => bins !== null)

/**
 * Inserts the value for a cohort among the values for the properties, at the position that it has in a row.
 */
export const withCohort = <Value>(
  { beside }: Pick<PropertyBreakdown, 'beside'>,
  values: readonly Value[],
  cohort: Value,
): Value[] => (beside === undefined ? [...values] : values.toSpliced(beside.place, 0, cohort))

/** Removes the value for the cohort from the values of a row. The values of the properties remain. */
export const withoutCohort = <Value>(
  { beside }: Pick<PropertyBreakdown, 'beside'>,
  values: readonly Value[],
): Value[] => (beside === undefined ? [...values] : values.toSpliced(beside.place, 1))

/** Names of the row of all other values (`OTHER`) and the row of missing values (`NONE`) in the interface. */
export const OTHER = { value: '$$_posthog_breakdown_other_$$', label: 'Other (i.e. all remaining values)' }
export const NONE = { value: '$$_posthog_breakdown_null_$$', label: 'None (i.e. no value)' }

// Clients can send any text as a value, even the name of one of these rows. Such a value is escaped.
const NAME = /^(\\*)\$\$_posthog_breakdown_(?:other|null)_\$\$$/

/**
 * Writes a value for the interface. If the value equals the name of a special row, with or without
 * backslashes before it, it gets another backslash.
 */
export const escapedValue = (value: string): string => (NAME.test(value) ? `\\${value}` : value)

/** Reverses {@link escapedValue}. */
export const unescapedValue = (value: string): string => (NAME.exec(value)?.[1] ? value.slice(1) : value)
