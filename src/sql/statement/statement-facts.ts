import type { Fragment } from '#fragments/fragment.ts'
import type { InstantRange } from '#query/date-range.ts'
import type { ListedCohort } from '#query/definitions.ts'
import type { FilterGroup } from '#query/filter.ts'
import type { Matcher } from '#query/matcher.ts'
import type { FilterScope } from '#sql/filter-scope.ts'
import type { Calendar } from '#values/date-text.ts'

/** Facts of a project on which the SQL of a statement depends. */
export interface StatementFacts {
  readonly projectId: number
  readonly hasMerges: boolean
  readonly calendar: Calendar
  /** Returns the scope of conditions on events, for the events of this range. */
  readonly scopeIn: (range: InstantRange) => FilterScope
  /** Returns a query for the numbers of the persons in a cohort. */
  readonly membersOf: (cohortId: number) => Fragment
  /** The ids of the project's cohorts. */
  readonly cohortIds: readonly number[]
  /**
   * The cohorts with their names and other details, if the statement lists cohorts; empty for other
   * statements.
   */
  readonly cohorts: readonly ListedCohort[]
  /** The numbers of the persons that the statement names by their ids. */
  readonly personNumbers: ReadonlyMap<string, number>
  /** The filters and the range for which `{filters}` stands in the statement. */
  readonly filters: {
    readonly filter: FilterGroup
    readonly range: InstantRange
    /** Conditions on events, all of which must match. */
    readonly matchers: readonly Matcher[]
  }
}
