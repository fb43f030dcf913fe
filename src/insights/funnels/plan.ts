import type { Resolved } from '#insights/resolve.ts'
import type { Definitions } from '#query/definitions.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf, type Series, withoutFilters } from '#query/series.ts'
import { isFirstTime } from '#query/series-math.ts'
import { invalid } from '#shared/request-error.ts'
import type { FilterScope } from '#sql/filter-scope.ts'
import type { StepPair } from './parse-visualisation.ts'
import type { FunnelsQuery } from './query.ts'
import type { FunnelRule } from './walk/rule.ts'

export interface FunnelsPlan extends Resolved<FunnelsQuery> {
  /** One for each step, in order. */
  readonly matchers: readonly Matcher[]
  /**
   * One for each step: what its first time is looked for among; null for a step that any of its events
   * serves.
   */
  readonly firstTimes: readonly (FirstTimeOfStep | null)[]
  /** One for each exclusion. */
  readonly exclusions: readonly Matcher[]
  readonly scope: FilterScope
  readonly rule: FunnelRule
  /** What trends and times compare: the places among the steps that are not optional. */
  readonly compared: StepPair
  /** The starts of the buckets and the end of the last, in ms since the start of the range. */
  readonly edgesMs: readonly number[]
  /** Runs that start from then on have a window that goes beyond the range, in ms since the start of the range; null in a strict funnel. */
  readonly openFromMs: number | null
  /** The funnel of the earlier period of a comparison; null without one. */
  readonly earlier: FunnelsPlan | null
}

/** The events among which the first one of each actor is looked for, from the beginning of time. */
export interface FirstTimeOfStep {
  readonly matcher: Matcher
  /** Whether the filters of the question hold for them as well. */
  readonly isFiltered: boolean
}

export function planFunnels(resolved: Resolved<FunnelsQuery>): FunnelsPlan {
  const { previous } = resolved
  return {
    ...planPeriod(resolved),
    earlier:
      previous === null
        ? null
        : { ...planPeriod({ ...resolved, period: previous, previous: null }), earlier: null },
  }
}

/**
 * The plan of a period of the comparison.
 * @throws RequestError for an earlier period of a question without one
 */
export function planOf(plan: FunnelsPlan, period: 'current' | 'previous' | null | undefined): FunnelsPlan {
  if (period !== 'previous') return plan
  if (plan.earlier === null)
    throw invalid('invalid_choice', 'The question compares no earlier period.', 'compare_label')
  return plan.earlier
}

function planPeriod(resolved: Resolved<FunnelsQuery>): Omit<FunnelsPlan, 'earlier'> {
  const { query, definitions, period } = resolved
  const windowMs = query.windowSeconds * 1000
  const { order, exclusions, series, optionalSteps } = query
  // The place of a step among those that are not optional; of an optional one the number of those before it.
  const placeOf = (step: number) => step - optionalSteps.filter((one) => one < step).length
  return {
    ...resolved,
    matchers: series.map((step) => matcherOf(step, definitions)),
    firstTimes: series.map((step) => firstTimeOf(step, definitions)),
    exclusions: exclusions.map((exclusion) => matcherOf(exclusion.series, definitions)),
    scope: resolved.scopeIn(period),
    rule: {
      order,
      steps: series.length - optionalSteps.length,
      ...(optionalSteps.length > 0 && { optional: optionalSteps.map(placeOf) }),
      windowMs,
      exclusions: exclusions.map(({ fromStep, toStep }) => ({
        fromStep: placeOf(fromStep),
        toStep: placeOf(toStep),
      })),
    },
    compared: { fromStep: placeOf(query.fromStep), toStep: placeOf(query.toStep) },
    edgesMs: [...period.buckets.map(({ startMs }) => startMs), period.toMs].map((ms) => ms - period.fromMs),
    // Any event ends a strict run: that its window is open says little of it.
    openFromMs: order === 'strict' ? null : period.toMs - period.fromMs - windowMs,
  }
}

function firstTimeOf(step: Series, definitions: Definitions): FirstTimeOfStep | null {
  if (!isFirstTime(step.math)) return null
  const isFiltered = step.math === 'first_matching_event_for_user'
  const among = isFiltered ? step : withoutFilters(step)
  return { matcher: matcherOf(among, definitions), isFiltered }
}
