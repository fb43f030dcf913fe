import type { PathCleaningFilter } from '#contract/project.ts'
import { previousEnds } from '#query/compare.ts'
import { daysIn, type InstantRange, type RangeEnds } from '#query/date-range.ts'
import { type Definitions, valuesOf } from '#query/definitions.ts'
import { allHold, type FilterGroup, NO_RESTRICTION } from '#query/filter.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { instantsOf, type Moment } from '#query/moment.ts'
import { parseFilters } from '#query/parse-filters.ts'
import { withPathCleaning } from '#query/path-cleaning.ts'
import { requireNumbers } from '#query/series-math.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import { cohortMembers } from '#sql/cohorts.ts'
import { eventScope, type FilterScope } from '#sql/filter-scope.ts'
import { type Bucket, cutBuckets } from '#sql/time-buckets.ts'
import type { Calendar } from '#values/date-text.ts'

/** Facts about the project that a question depends on and does not contain. */
export interface Facts {
  readonly projectId: number
  /**
   * The test account filters of the project, as they are stored. A question with `filterTestAccounts` has
   * them in addition to its own filters.
   */
  readonly testAccountFilters: readonly unknown[]
  /** The project's rules for cleaning the items of paths. */
  readonly pathCleaningFilters: readonly PathCleaningFilter[]
  readonly definitions: Definitions
  /** Whether any person of the project has several distinct ids. */
  readonly hasMerges: boolean
  /** How many events with the names in the question have been counted so far. */
  readonly events: number
}

/** A range as instants, with its buckets. A kind without an interval has no buckets. */
export interface Period extends InstantRange {
  readonly buckets: readonly Bucket[]
}

/** A question whose dates are instants and whose filters are complete. */
export interface Resolved<Query extends InsightQuery> {
  readonly query: Query
  /** The paths of the question's fields in the request, for refusals. */
  readonly at: FieldPaths
  readonly projectId: number
  readonly hasMerges: boolean
  /** How many events with the names in the question have been counted so far. */
  readonly events: number
  readonly definitions: Definitions
  readonly moment: Moment
  /** Returns the scope for conditions on the events of a range. */
  readonly scopeIn: (range: InstantRange) => FilterScope
  readonly period: Period
  /** The period of the comparison; null for a question without one. */
  readonly previous: Period | null
  /** The filter that every event of the question has to match, test account filters included. */
  readonly filter: FilterGroup
  /** The test account filters alone; no restriction if the question does not add them. */
  readonly testAccounts: FilterGroup
  /** The project's rules for cleaning the items of paths; none if the question does not add them. */
  readonly pathCleaning: readonly PathCleaningFilter[]
}

/**
 * Turns the dates of a question into instants and completes its filters.
 * @throws RequestError for ranges that are cut into too many buckets, for a math expression whose value is
 * not a number, and for test account filters that are not supported.
 */
export function resolve<Query extends InsightQuery>(
  query: Query,
  moment: Moment,
  facts: Facts,
  at: FieldPaths,
): Resolved<Query> {
  const { time, calendar, ends } = moment
  requireNumbers(query.series, facts.definitions.numbers, at)
  const periodOf = (period: RangeEnds): Period => ({
    ...instantsOf(period),
    buckets: time.interval === null ? [] : cutBuckets(period, time.interval, calendar, at),
  })
  const period = periodOf(ends)
  const testAccounts = testAccountsOf(query, facts)
  const intervals = time.interval === null ? daysIn(ends) : period.buckets.length
  const previous = previousEnds(ends, time, intervals, calendar, at)
  return {
    query: { ...query, breakdown: withPathCleaning(query.breakdown, facts.pathCleaningFilters) },
    at,
    projectId: facts.projectId,
    hasMerges: facts.hasMerges,
    events: facts.events,
    definitions: facts.definitions,
    moment,
    scopeIn: (range) => scopeOf(facts, calendar, range),
    period,
    previous: previous === null ? null : periodOf(previous),
    filter: allHold(query.properties, testAccounts),
    testAccounts,
    pathCleaning: query.cleansPaths ? facts.pathCleaningFilters : [],
  }
}

/** Returns the scope for conditions on the events of a range. */
export const scopeOf = (
  facts: Pick<Facts, 'projectId' | 'hasMerges' | 'definitions'>,
  calendar: Calendar,
  range: InstantRange,
): FilterScope =>
  eventScope({ ...facts, ...valuesOf(facts.definitions), calendar, range }, (id) =>
    cohortMembers(id, { ...facts, calendar }),
  )

/**
 * Returns the project's test account filters if a question adds them, else no restriction.
 * @throws RequestError for filters that are not supported.
 */
export const testAccountsOf = (
  { filterTestAccounts }: Pick<InsightQuery, 'filterTestAccounts'>,
  { testAccountFilters }: Pick<Facts, 'testAccountFilters'>,
): FilterGroup =>
  filterTestAccounts ? parseFilters(testAccountFilters, ['test_account_filters']) : NO_RESTRICTION
