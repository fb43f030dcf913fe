import type { Resolved } from '#insights/kind/resolve.ts'
import type { Definitions } from '#query/definitions.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf, type Series, withoutFilters } from '#query/series.ts'
import { isFirstTime } from '#query/series-math.ts'
import { invalid } from '#shared/request-error.ts'
import type { FilterScope } from '#sql/filter-scope.ts'
import type { StepPair } from './question/parse-steps.ts'
import type { FunnelsQuery } from './question/query.ts'
import type { FunnelRule } from './walk/rule.ts'

export interface FunnelsPlan extends Resolved<FunnelsQuery> {
  /** A matcher for each step, in order. */
  readonly matchers: readonly Matcher[]
  /**
   * For each step, the events among which the first event of an actor is looked for. Null for a step that
   * is served by any event that matches it.
   */
  readonly firstTimes: readonly (FirstTimeOfStep | null)[]
  /** A matcher for each exclusion. */
  readonly exclusions: readonly Matcher[]
  readonly scope: FilterScope
  readonly rule: FunnelRule
  /** The steps that trends and times compare, counted from 0 among the steps that are not optional. */
  readonly compared: StepPair
  /** The starts of the buckets and the end of the last one, in ms since the start of the range. */
  readonly edgesMs: readonly number[]
  /**
   * Runs that start at this time or later have a window that goes beyond the range. The time is in ms since
   * the start of the range; it is null in a strict funnel.
   */
  readonly openFromMs: number | null
  /** The funnel of the earlier period of a comparison; null without one. */
  readonly earlier: FunnelsPlan | null
}

/** The events among which the first one of each actor is looked for, from the beginning of time on. */
export interface FirstTimeOfStep {
  readonly matcher: Matcher
  /** Whether the filters of the question apply to these events as well. */
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
 * Returns the plan of a period of the comparison.
 * @throws RequestError for the earlier period of a question without a comparison.
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
  // The index of a step among the steps that are not optional. For an optional step: how many non-optional
  // steps come before it.
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
    // Any event can end a strict run, so an open window says little about the run.
    openFromMs: order === 'strict' ? null : period.toMs - period.fromMs - windowMs,
  }
}

function firstTimeOf(step: Series, definitions: Definitions): FirstTimeOfStep | null {
  if (!isFirstTime(step.math)) return null
  const isFiltered = step.math === 'first_matching_event_for_user'
  const among = isFiltered ? step : withoutFilters(step)
  return { matcher: matcherOf(among, definitions), isFiltered }
}
