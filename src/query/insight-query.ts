import type { CheckedQuery } from '#hogql/select/checked-query.ts'
import type { Aggregation } from './aggregation.ts'
import type { Breakdown, EventValue } from './breakdown.ts'
import type { DateRange } from './date-range.ts'
import type { FilterGroup } from './filter.ts'
import type { SelectedEvents, Series } from './series.ts'

/**
 * Fields of every parsed question. A kind adds fields of its own. All values are JSON, and equal questions
 * have equal JSON.
 */
export interface InsightQuery {
  /** Name of the kind. */
  readonly kind: string
  /** Time zone of the question's days; absent if it is the time zone of the project. */
  readonly timezone?: 'UTC'
  /** The events that are counted, or the steps; empty for a kind without series. */
  readonly series: readonly Series[]
  readonly dateRange: DateRange
  /** Filters that every event of the question has to match. */
  readonly properties: FilterGroup
  /** Null for a question without a breakdown, and for kinds that have no breakdown. */
  readonly breakdown: Breakdown | null
  readonly filterTestAccounts: boolean
  /**
   * Events that change the numbers although they are not series, such as the exclusions of a funnel. Absent
   * for kinds that have no such events.
   */
  readonly exclusions?: readonly { readonly series: SelectedEvents }[]
  /**
   * The actors that are counted. Absent for kinds that count persons only, and for kinds in which the math
   * of a series says what is counted.
   */
  readonly aggregation?: Aggregation
  /**
   * Whether the project's rules for cleaning the items of paths apply. Absent for kinds without such items.
   */
  readonly cleansPaths?: boolean
  /**
   * Values that a kind reads in addition to the values of its breakdown and its maths; absent if there are
   * none.
   */
  readonly values?: readonly EventValue[]
  /** The parsed statement, for a kind whose questions are a SELECT; absent for other kinds. */
  readonly statement?: CheckedQuery
}
