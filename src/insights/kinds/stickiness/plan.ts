import type { Period, Resolved } from '#insights/kind/resolve.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf } from '#query/series.ts'
import { mergeIntervals } from './merge-intervals.ts'
import type { StickinessQuery } from './query.ts'

export interface StickinessPlan extends Resolved<StickinessQuery> {
  /** One matcher for each series, in order. */
  readonly matchers: readonly Matcher[]
  /**
   * The current period and, in a comparison, the previous one. An actor is active or inactive in each of
   * their buckets.
   */
  readonly periods: readonly Period[]
}

export const planStickiness = (resolved: Resolved<StickinessQuery>): StickinessPlan => ({
  ...resolved,
  matchers: resolved.query.series.map((series) => matcherOf(series, resolved.definitions)),
  periods: (resolved.previous === null ? [resolved.period] : [resolved.period, resolved.previous]).map(
    (period) => mergeIntervals(period, resolved.query.intervalCount ?? 1),
  ),
})
