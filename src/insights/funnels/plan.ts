import type { Resolved } from '#insights/resolve.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf } from '#query/series.ts'
import { invalid } from '#shared/request-error.ts'
import type { FilterScope } from '#sql/filter-scope.ts'
import type { FunnelsQuery } from './query.ts'

export interface FunnelsPlan extends Resolved<FunnelsQuery> {
  /** One for each step, in order. */
  readonly matchers: readonly Matcher[]
  readonly steps: number
  readonly windowMs: number
  readonly scope: FilterScope
}

/** @throws RequestError for a question that the fold over packed events does not answer. */
export function planFunnels(resolved: Resolved<FunnelsQuery>): FunnelsPlan {
  const { query, definitions } = resolved
  refuseBeyondFold(query)
  return {
    ...resolved,
    matchers: query.series.map((series) => matcherOf(series, definitions)),
    steps: query.series.length,
    scope: resolved.scopeIn(resolved.period),
    windowMs: query.windowSeconds * 1000,
  }
}

/** A step takes a bit of the packed event (packed-event.ts). */
const MOST_PACKED_STEPS = 16

function refuseBeyondFold(query: FunnelsQuery): void {
  const { order, visualisation, aggregation, exclusions, breakdown, series } = query
  const unanswered = [
    order !== 'ordered' && `The funnel order ${order}`,
    visualisation.kind !== 'steps' && `The funnel visualisation ${visualisation.kind}`,
    aggregation.of !== 'person' && 'A funnel of groups or of an expression',
    exclusions.length > 0 && 'An exclusion',
    breakdown !== null && 'A breakdown of a funnel',
    series.length > MOST_PACKED_STEPS && `A funnel of more than ${MOST_PACKED_STEPS} steps`,
  ].find((one) => one !== false)
  if (unanswered !== undefined)
    throw invalid('not_supported', `${unanswered} is not supported by this version of Throughline.`, null)
}
