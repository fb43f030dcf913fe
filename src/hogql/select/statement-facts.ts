import type { InstantRange } from '#query/date-range.ts'
import type { Calendar } from '#query/date-text.ts'
import type { ListedCohort } from '#query/definitions.ts'
import type { FilterGroup } from '#query/filter.ts'
import type { Matcher } from '#query/matcher.ts'
import type { FilterScope } from '#sql/filter-scope.ts'
import type { Fragment } from '#sql/fragment.ts'

/** Facts of a project that the SQL of a statement depends on. */
export interface StatementFacts {
  readonly projectId: number
  readonly hasMerges: boolean
  readonly calendar: Calendar
  /** The scope of conditions on the events of a range. */
  readonly scopeIn: (range: InstantRange) => FilterScope
  /** A query for the numbers of the persons in a cohort. */
  readonly membersOf: (cohortId: number) => Fragment
  /** The cohorts of the project. */
  readonly cohortIds: readonly number[]
  /** The same with what is told of them, for a statement that lists them; empty for others. */
  readonly cohorts: readonly ListedCohort[]
  /** The numbers of the persons that the statement names by their ids. */
  readonly personNumbers: ReadonlyMap<string, number>
  /** What `{filters}` stands for. */
  readonly filters: {
    readonly filter: FilterGroup
    readonly range: InstantRange
    /** Each counts an event that it is asked for. */
    readonly matchers: readonly Matcher[]
  }
}
