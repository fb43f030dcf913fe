import type { Resolved } from '#insights/kind/resolve.ts'
import { NO_RESTRICTION } from '#query/filter.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf, type Series } from '#query/series.ts'
import { attrOf } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { columnsOfCohort } from './columns.ts'
import type { RetentionQuery } from './query.ts'

export interface RetentionPlan extends Resolved<RetentionQuery> {
  readonly target: Matcher
  /**
   * The matcher of the target without its filters. With `retention_first_ever_occurrence`, the first event
   * ever of an actor is looked for among the events of this matcher.
   */
  readonly subject: Matcher
  /** The matcher of the returning event; null if it is the same as that of the target. */
  readonly returning: Matcher | null
}

/** Most values of one answer. This many values are 20 MB of JSON. */
const MOST_VALUES = 200_000

/** Plans a question. @throws RequestError for an answer of more than {@link MOST_VALUES} values. */
export function planRetention(resolved: Resolved<RetentionQuery>): RetentionPlan {
  requireRoom(resolved)
  const [target, returning] = resolved.query.series as [Series, Series]
  const matcher = (series: Series) => matcherOf(series, resolved.definitions)
  return {
    ...resolved,
    target: matcher(target),
    subject: matcher({ ...target, properties: NO_RESTRICTION }),
    returning: isSame(matcher(target), matcher(returning)) ? null : matcher(returning),
  }
}

function requireRoom({ query, period: { buckets }, at }: Resolved<RetentionQuery>): void {
  const { breakdown } = query
  if (breakdown === null) return
  const rows = breakdown.kind === 'properties' ? (breakdown.limit ?? 0) + 2 : breakdown.cohorts.length
  const ofRow = buckets.reduce((sum, _, cohort) => sum + columnsOfCohort(query, cohort).length, 0)
  const values = rows * ofRow
  if (values > MOST_VALUES)
    throw invalid(
      'max_value',
      `The answer could have ${values} values, and at most ${MOST_VALUES} are possible: choose a smaller breakdown_limit or fewer intervals.`,
      attrOf(at('breakdownFilter', 'breakdown_limit')),
    )
}

// A matcher is plain JSON, and parsing always writes its fields in the same order.
const isSame = (one: Matcher, other: Matcher) => JSON.stringify(one) === JSON.stringify(other)
