import type { HogqlExpression } from '#hogql/expression.ts'

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
  /** Null: the value itself. Otherwise the number of bins of equal width that its numbers are put into. */
  readonly bins: number | null
}

/** A row for each value of one or more properties together. */
export interface PropertyBreakdown {
  readonly kind: 'properties'
  readonly by: readonly BrokenDownBy[]
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

/** The values of a row, one for each property of the breakdown; empty text is a missing value. */
export type RowValues = readonly string[]

/** One row of a breakdown: certain values, or all those that have no row of their own. */
export type BreakdownRow = { readonly values: RowValues } | 'other'

/** The names of rows in the interface. */
export const OTHER = { value: '$$_posthog_breakdown_other_$$', label: 'Other (i.e. all remaining values)' }
export const NONE = { value: '$$_posthog_breakdown_null_$$', label: 'None (i.e. no value)' }
