import type { GivenEvent } from './filter-definition.ts'
import { type ActorEvents, actorEvents, funnelPeriods } from './funnel-actor-definition.ts'
import type { GivenFunnelQuestion, WindowUnit } from './funnel-question.ts'
import {
  type DefinedConversion,
  type DefinedStep,
  type DefinedTimes,
  definedConversion,
  definedSteps,
  definedTimes,
  requiredBefore,
} from './funnel-result-definition.ts'
import { type FunnelRow, funnelRows } from './funnel-row-definition.ts'
import type { RunRules } from './funnel-run-definition.ts'
import type { Period } from './period-definition.ts'
import { bucketsOf } from './trend-period-definition.ts'
import type { GivenProject } from './trend-question.ts'

export type DefinedResult = readonly DefinedStep[] | DefinedConversion | DefinedTimes

/** A row of an answer. A question without a breakdown has one row, whose value is null. */
export interface DefinedFunnelRow {
  readonly breakdownValue: FunnelRow['breakdownValue'] | null
  readonly result: DefinedResult
  readonly actors: ActorEvents
  readonly period: Period
  /** Null without a comparison. */
  readonly compareLabel: 'current' | 'previous' | null
}

/**
 * Implements docs/semantics/funnels.md and breakdowns.md literally: returns every row of an answer, in order.
 */
export function definedFunnel(
  events: readonly GivenEvent[],
  question: GivenFunnelQuestion,
  project: Pick<GivenProject, 'testAccountFilters'>,
): DefinedFunnelRow[] {
  const periods = funnelPeriods(events, question, project)
  return periods.flatMap((period, place) => {
    const compareLabel = periods.length === 1 ? null : place === 0 ? 'current' : 'previous'
    return rowsIn(period, events, question, project).map((row) => ({ ...row, period, compareLabel }))
  })
}

function rowsIn(
  period: Period,
  events: readonly GivenEvent[],
  question: GivenFunnelQuestion,
  project: Pick<GivenProject, 'testAccountFilters'>,
): Omit<DefinedFunnelRow, 'period' | 'compareLabel'>[] {
  const { breakdown, calendar, vizType } = question
  const actors = actorEvents(events, question, project, period)
  const rules = rulesOf(question)
  const rows =
    breakdown === null || vizType === 'time_to_convert'
      ? [{ breakdownValue: null, events: actors }]
      : funnelRows(actors, breakdown, rules, calendar.timezone)
  const span = {
    fromStep: question.fromStep ?? 0,
    toStep: question.toStep ?? requiredBefore(rules.stepCount, rules),
  }
  const buckets = vizType === 'trends' ? bucketsOf(period) : []
  const resultOf = (own: ActorEvents): DefinedResult => {
    if (vizType === 'trends') return definedConversion(own, rules, span, buckets, question)
    if (vizType === 'time_to_convert') return definedTimes(own, rules, span, question.binCount)
    return definedSteps(own, rules, period)
  }
  return rows.map((row) => ({
    breakdownValue: row.breakdownValue,
    result: resultOf(row.events),
    actors: row.events,
  }))
}

const SECONDS: Readonly<Record<WindowUnit, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 7 * 86_400,
  month: 31 * 86_400,
}

export const rulesOf = ({
  order,
  steps,
  optionalSteps,
  window,
  exclusions,
}: GivenFunnelQuestion): RunRules => ({
  order,
  stepCount: steps.length,
  optionalSteps,
  windowMs: window.count * SECONDS[window.unit] * 1000,
  spans: exclusions,
})
