import type { Resolved } from '#insights/resolve.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf } from '#query/series.ts'
import type { TrendsQuery } from './query.ts'

export interface TrendsPlan extends Resolved<TrendsQuery> {
  /** One for each series, in order. */
  readonly matchers: readonly Matcher[]
}

export const planTrends = (resolved: Resolved<TrendsQuery>): TrendsPlan => ({
  ...resolved,
  matchers: resolved.query.series.map((series) => matcherOf(series, resolved.definitions)),
})
