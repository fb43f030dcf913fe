import type { Resolved } from '#insights/resolve.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf } from '#query/series.ts'
import type { FilterScope } from '#sql/filter-scope.ts'
import type { FunnelsQuery } from './query.ts'

export interface FunnelsPlan extends Resolved<FunnelsQuery> {
  /** One for each step, in order. */
  readonly matchers: readonly Matcher[]
  readonly steps: number
  readonly windowMs: number
  readonly scope: FilterScope
}

export const planFunnels = (resolved: Resolved<FunnelsQuery>): FunnelsPlan => ({
  ...resolved,
  matchers: resolved.query.series.map((series) => matcherOf(series, resolved.definitions)),
  steps: resolved.query.series.length,
  scope: resolved.scopeIn(resolved.period),
  windowMs: resolved.query.windowSeconds * 1000,
})
