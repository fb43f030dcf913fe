import type { CheckedQuery } from '#hogql/select/checked-query.ts'
import type { Aggregation } from './aggregation.ts'
import type { Breakdown, EventValue } from './breakdown.ts'
import type { DateRange } from './date-range.ts'
import type { FilterGroup } from './filter.ts'
import type { SelectedEvents, Series } from './series.ts'

/**
 * Fields of every parsed question; a kind adds its own. All of them are JSON: equal questions have equal
 * JSON.
 */
export interface InsightQuery {
  /** Name of the kind. */
  readonly kind: string
  /** Time zone of the question's days, in place of the project's; absent to use the project's. */
  readonly timezone?: 'UTC'
  /** The events that are counted, or the steps; empty for a kind without series. */
  readonly series: readonly Series[]
  readonly dateRange: DateRange
  /** Filters that every event of the question has to match. */
  readonly properties: FilterGroup
  /** Null for a question without a breakdown, and for kinds that have no breakdown. */
  readonly breakdown: Breakdown | null
  readonly filterTestAccounts: boolean
  /** Events that decide the numbers but are not series. Absent for kinds that have no such events. */
  readonly exclusions?: readonly { readonly series: SelectedEvents }[]
  /** The counted actors. Absent for kinds that count persons, or whose maths choose the actors. */
  readonly aggregation?: Aggregation
  /** Whether the project's rules for the items of paths apply. Absent for kinds that have no items. */
  readonly cleansPaths?: boolean
  /**
   * Values that a kind reads in addition to the values of its breakdown and its maths; absent if there are
   * none.
   */
  readonly values?: readonly EventValue[]
  /** The statement of a kind that selects from tables. */
  readonly statement?: CheckedQuery
}
