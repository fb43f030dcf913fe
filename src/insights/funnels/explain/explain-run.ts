import { ALL_STARTS, createBestRun, type FunnelRule } from '#insights/funnels/walk/rule.ts'
import { walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'
import { findTaint, type TaintedBy } from './find-taint.ts'
import { type NextStep, nextStepOf } from './next-step.ts'
import { servedSteps } from './served-steps.ts'

/** The rule that decided how far an actor is. Places are those of events in the columns. */
export type Reason =
  | { readonly code: 'completed' }
  | { readonly code: 'no_first_step' }
  | NextStep
  | ({ readonly code: 'excluded' } & TaintedBy)

export interface ExplainedRun {
  /** The level of the actor: 0 where an exclusion puts it out. */
  readonly level: number
  readonly reason: Reason
  /** The places of the best run's events, in order of time; of an actor that is out those of the best tainted run. */
  readonly run: readonly number[]
  /** Of each event of `run`: the step of the question that it matches, from 0. */
  readonly serves: readonly number[]
}

/** Explains the level of one actor, whose events these are. */
export function explainRun(rule: FunnelRule, events: ActorEvents): ExplainedRun {
  const { level, isExcluded, run } = bestOf(rule, events)
  if (isExcluded) return explainExcluded(rule, events)
  const serves = servedSteps(rule, events, run)
  const explained = { level, run, serves }
  if (level === rule.steps) return { ...explained, reason: { code: 'completed' } }
  if (level === 0) return { ...explained, reason: { code: 'no_first_step' } }
  return { ...explained, reason: nextStepOf(rule, events, run) }
}

/** All runs of the highest level are tainted, and so is the one that is the best without exclusions. */
function explainExcluded(rule: FunnelRule, events: ActorEvents): ExplainedRun {
  const { run } = bestOf({ ...rule, exclusions: [] }, events)
  const taint = findTaint(rule, events, run)
  if (taint === null) throw new TypeError('No exclusion taints the run of an actor that is out')
  const serves = servedSteps(rule, events, run)
  return { level: 0, run, serves, reason: { code: 'excluded', ...taint } }
}

function bestOf(rule: FunnelRule, events: ActorEvents) {
  const best = createBestRun(rule.steps)
  walkRuns(rule)(events, 0, events.mask.length, ALL_STARTS, best)
  const { level, isExcluded, path } = best
  return { level, isExcluded, run: Array.from(path.subarray(0, level)) }
}
