import { type ResolvedRange, resolveDateRange } from './date-range.ts'
import type { Calendar } from './date-text.ts'
import { allHold, type FilterGroup, NO_RESTRICTION } from './filter.ts'
import type { InsightQuery, Interval, Series } from './insight-query.ts'
import type { Matcher } from './matcher.ts'

/** What a question is asked about: one project, its calendar, and facts gathered for this question. */
export interface Scope {
  readonly projectId: number
  readonly calendar: Calendar
  /** Leaves internal users out; asked for by `filter_test_accounts`. */
  readonly testAccountFilters: FilterGroup
  /** Whether any person of the project has several distinct ids. */
  readonly hasMerges: boolean
  /** The project's first event, where the question begins at `all`. */
  readonly earliestMs: number
}

/** A question in which nothing is relative any more: instants, buckets and matchers. */
export interface Resolved<Query extends InsightQuery> {
  readonly query: Query
  readonly projectId: number
  readonly hasMerges: boolean
  readonly range: ResolvedRange
  /** One for each series, in order. */
  readonly matchers: readonly Matcher[]
  /** Holds for every event of the question. */
  readonly properties: FilterGroup
}

/** @throws RequestError for dates that cannot be read and ranges that cannot be cut. */
export function resolve<Query extends InsightQuery>(query: Query, scope: Scope): Resolved<Query> {
  return {
    query,
    projectId: scope.projectId,
    hasMerges: scope.hasMerges,
    range: resolveDateRange(query.dateRange, intervalOf(query), scope.calendar, scope.earliestMs),
    matchers: query.series.map(matcherOf),
    properties: allHold(
      query.properties,
      query.filterTestAccounts ? scope.testAccountFilters : NO_RESTRICTION,
    ),
  }
}

/** What the range of a question is cut into, or null where it is not. */
export const intervalOf = (query: InsightQuery): Interval | null =>
  query.kind === 'trends' ? query.interval : null

const matcherOf = ({ event, properties }: Series): Matcher => [{ event, filter: properties }]
