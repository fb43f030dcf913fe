import type { CheckedQuery } from '#hogql/select/checked-query.ts'
import type { Aggregation } from './aggregation.ts'
import type { Breakdown, EventValue } from './breakdown.ts'
import type { DateRange } from './date-range.ts'
import type { FilterGroup } from './filter.ts'
import type { SelectedEvents, Series } from './series.ts'

/** The fields of every parsed question; a kind adds its own. All of them are JSON: equal questions have equal JSON. */
export interface InsightQuery {
  /** The name of the kind. */
  readonly kind: string
  /** The zone of its days in place of the project's. Absent for that of the project. */
  readonly timezone?: 'UTC'
  /** The events that are counted, or the steps; none for a kind without series. */
  readonly series: readonly Series[]
  readonly dateRange: DateRange
  /** Every event of the question has to match. */
  readonly properties: FilterGroup
  /** Null for a question without one, and for kinds that have none. */
  readonly breakdown: Breakdown | null
  readonly filterTestAccounts: boolean
  /** Events that decide the numbers and are no series. Absent for kinds that have none. */
  readonly exclusions?: readonly { readonly series: SelectedEvents }[]
  /** Absent for kinds that count persons, or whose maths choose the actors. */
  readonly aggregation?: Aggregation
  /** Whether the project's rules for the items of paths hold. Absent for kinds that have no items. */
  readonly cleansPaths?: boolean
  /** The values that a kind reads beside those of its breakdown and its maths; absent where it has none. */
  readonly values?: readonly EventValue[]
  /** Of a kind that selects from tables. */
  readonly statement?: CheckedQuery
}
