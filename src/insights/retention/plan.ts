import type { Resolved } from '#insights/resolve.ts'
import { NO_RESTRICTION } from '#query/filter.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf, type Series } from '#query/series.ts'
import type { RetentionQuery } from './query.ts'

export interface RetentionPlan extends Resolved<RetentionQuery> {
  readonly target: Matcher
  /** The target without its own filters: the events among which the first one of all is looked for. */
  readonly subject: Matcher
  /** Null where the same events count as for the target. */
  readonly returning: Matcher | null
}

export function planRetention(resolved: Resolved<RetentionQuery>): RetentionPlan {
  const [target, returning] = resolved.query.series as [Series, Series]
  const matcher = (series: Series) => matcherOf(series, resolved.definitions)
  return {
    ...resolved,
    target: matcher(target),
    subject: matcher({ ...target, properties: NO_RESTRICTION }),
    returning: isSame(matcher(target), matcher(returning)) ? null : matcher(returning),
  }
}

// Matchers are JSON, and the order of their fields is that of their parsing.
const isSame = (one: Matcher, other: Matcher) => JSON.stringify(one) === JSON.stringify(other)
