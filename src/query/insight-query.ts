import type { DateRange } from './date-range.ts'
import type { FilterGroup } from './filter.ts'

/** What every question has; a kind adds its own. All of it is data: equal questions are equal as JSON. */
export interface InsightQuery {
  /** The name of the kind. */
  readonly kind: string
  readonly dateRange: DateRange
  /** Holds for every event of the question. */
  readonly properties: FilterGroup
  readonly filterTestAccounts: boolean
}
