import type { HogqlExpression } from '#hogql/expression.ts'
import type { CleaningRule } from './path-cleaning.ts'

/** The owner of a property. A group is given by the index of its type, 0 to 4. */
export type ValueSubject = 'event' | 'person' | 'session' | { readonly group: number }

/** A value of an event: a property of it or of a subject that it belongs to, or an expression about these. */
export type EventValue =
  | { readonly on: ValueSubject; readonly key: string }
  | { readonly on: 'hogql'; readonly expression: HogqlExpression }

/** The value that events are put into rows by. */
export interface BrokenDownBy {
  readonly value: EventValue
  /** The value is cut before its query, and loses the slashes at its end. */
  readonly normalizesUrl: boolean
  /** Whether the path cleaning rules of the project are applied to the value; absent if not. */
  readonly cleansPaths?: true
  /** These rules, which a resolved question has. */
  readonly cleaning?: readonly CleaningRule[]
  /** Null: the value itself. Otherwise the number of bins of equal width that its numbers are put into. */
  readonly bins: number | null
}

/** The cohorts that rows with values of properties are of. */
export interface CohortsBeside {
  /** Of the cohort among the values of a row. */
  readonly place: number
  readonly cohorts: readonly (number | 'all')[]
}

/** A row for each value of one or more properties together. */
export interface PropertyBreakdown {
  readonly kind: 'properties'
  readonly by: readonly BrokenDownBy[]
  /** Each row is of one of them. Absent without cohorts. */
  readonly beside?: CohortsBeside
  /** Whether it was asked for as a list, so that a row has a list of values. */
  readonly isList: boolean
  /** The number of rows, without the row of events that have no value and the row of all further values. Null where the display decides. */
  readonly limit: number | null
  readonly hidesOther: boolean
}

/** A row for each cohort, and for all events. */
export interface CohortBreakdown {
  readonly kind: 'cohorts'
  readonly cohorts: readonly (number | 'all')[]
}

/** Rules: docs/semantics/breakdowns.md. */
export type Breakdown = PropertyBreakdown | CohortBreakdown

/** The values of a row, one for each property of the breakdown; empty text is a missing value. That of a cohort is its number, or `all`. */
export type RowValues = readonly string[]

/** One row of a breakdown: certain values, or all those that have no row of their own. */
export type BreakdownRow =
  | {
      readonly values: RowValues
      /** All those of a cohort: its number is among the values, the others are empty. Absent otherwise. */
      readonly isOther?: true
    }
  | 'other'

/** The cohorts that a breakdown has rows of; none for one by properties alone. */
export const cohortsOf = (breakdown: Breakdown | null): readonly (number | 'all')[] =>
  (breakdown?.kind === 'cohorts' ? breakdown.cohorts : breakdown?.beside?.cohorts) ?? []

/**
 * Whether the rows are the bins of one property, each of which has a row. All other breakdowns by properties have the rows of their largest
 * values, and one for all others: a histogram among several as well.
 */
export const isOneHistogram = ({ by, beside }: Pick<PropertyBreakdown, 'by' | 'beside'>): boolean =>
  beside === undefined && by.length === 1 && by.every(({ bins }) => bins !== null)

/** The values of the properties with that of a cohort beside them. */
export const withCohort = <Value>(
  { beside }: Pick<PropertyBreakdown, 'beside'>,
  values: readonly Value[],
  cohort: Value,
): Value[] => (beside === undefined ? [...values] : values.toSpliced(beside.place, 0, cohort))

/** The values of the properties alone. */
export const withoutCohort = <Value>(
  { beside }: Pick<PropertyBreakdown, 'beside'>,
  values: readonly Value[],
): Value[] => (beside === undefined ? [...values] : values.toSpliced(beside.place, 1))

/** The names of rows in the interface. */
export const OTHER = { value: '$$_posthog_breakdown_other_$$', label: 'Other (i.e. all remaining values)' }
export const NONE = { value: '$$_posthog_breakdown_null_$$', label: 'None (i.e. no value)' }

// Any text can be sent as a value, the names of these rows as well.
const NAME = /^(\\*)\$\$_posthog_breakdown_(?:other|null)_\$\$$/

/** A value in the interface: one that reads like the name of a row has a backslash before it. */
export const escapedValue = (value: string): string => (NAME.test(value) ? `\\${value}` : value)

/** The value of {@link escapedValue}. */
export const unescapedValue = (value: string): string => (NAME.exec(value)?.[1] ? value.slice(1) : value)
