import {
  ALL_STARTS,
  type BestRun,
  createBestRun,
  type FunnelRule,
  type StartRange,
  stepBits,
} from '#insights/runs/walk/rule.ts'
import { createTaint, exclusionSpans } from '#insights/runs/walk/taint.ts'
import { createRunsWalk, walkRuns } from '#insights/runs/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'
import { matchEvents, runSteps } from './match-events.ts'
import { type NextStep, nextStepOf } from './next-step.ts'

/** The rule that decided how far an actor got. `place` is the place of an event in the columns. */
type Reason =
  | { readonly code: 'completed' }
  | { readonly code: 'no_first_step' }
  /** The actor is in another row of the breakdown. */
  | { readonly code: 'not_in_row' }
  | NextStep
  | ({ readonly code: 'excluded' } & TaintedBy)

export interface ExplainedRun {
  /**
   * The number, counted from 1, of the last non-optional step that the actor reached. It is 0 if the actor
   * reached no step or is out because of an exclusion.
   */
  readonly reached: number
  readonly reason: Reason
  /**
   * The places of the best run's events, in order of time. If the actor is out because of an exclusion,
   * these are the places of the events of the best tainted run.
   */
  readonly run: readonly number[]
  /** For each event of `run`: its step, counted from 1. In an unordered funnel these are 1, 2 and so on. */
  readonly numbers: readonly number[]
  /** For each event of `run`: the step of the question that it matches, counted from 0. */
  readonly serves: readonly number[]
}

export const NOT_IN_ROW: ExplainedRun = {
  reached: 0,
  reason: { code: 'not_in_row' },
  run: [],
  numbers: [],
  serves: [],
}

/** Explains the level of one actor, given the actor's events. Only runs that begin in `starts` count. */
export function explainRun(
  rule: FunnelRule,
  events: ActorEvents,
  starts: StartRange = ALL_STARTS,
): ExplainedRun {
  const best = bestOf(rule, events, starts)
  if (best.isExcluded) return explainExcluded(rule, events, starts)
  const { path, ...shown } = eventsOf(rule, events, best)
  const explained = { reached: numberOf(rule, best.level), ...shown }
  if (best.level === rule.steps) return { ...explained, reason: { code: 'completed' } }
  if (best.level === 0) return { ...explained, reason: { code: 'no_first_step' } }
  return { ...explained, reason: nextStepOf(rule, events, path) }
}

/** Returns the number of the step, counted from 1, at which a run has this level. */
export const numberOf = (rule: FunnelRule, level: number): number => stepBits(rule).indexOf(level - 1) + 1

/**
 * Explains an actor that is out because of an exclusion: all its runs of the highest level are tainted. The
 * run that would be the best without exclusions is one of them.
 */
function explainExcluded(rule: FunnelRule, events: ActorEvents, starts: StartRange): ExplainedRun {
  const best = bestOf({ ...rule, exclusions: [] }, events, starts)
  const { path, ...shown } = eventsOf(rule, events, best)
  const taint = findTaint(rule, events, path)
  if (taint === null) throw new TypeError('No exclusion taints the run of an actor that is out')
  return { reached: 0, ...shown, reason: { code: 'excluded', ...taint } }
}

function bestOf(rule: FunnelRule, events: ActorEvents, starts: StartRange): BestRun {
  const best = createBestRun(rule)
  walkRuns(createRunsWalk(rule), events, 0, events.mask.length, starts, best)
  return best
}

interface EventsOfRun extends Pick<ExplainedRun, 'run' | 'numbers' | 'serves'> {
  /** The places of the events of the non-optional steps. */
  readonly path: readonly number[]
}

function eventsOf(rule: FunnelRule, events: ActorEvents, best: BestRun): EventsOfRun {
  const candidates = Array.from(events.mask, (mask, place) => ({ place, mask, at: events.atMs[place] ?? 0 }))
  const matched = matchEvents(rule, runSteps(rule, events, best), candidates)
  const bits = stepBits(rule)
  const places = (some: typeof matched) => some.map(({ event }) => event.place)
  return {
    run: places(matched),
    numbers: matched.map(({ step }) => step),
    serves: matched.map(({ bit }) => bits.indexOf(bit)),
    path: places(matched.filter(({ bit }) => bit < rule.steps)),
  }
}

/** An excluded event that taints a run. */
interface TaintedBy {
  readonly place: number
  /** The index of the exclusion, from 0. */
  readonly exclusion: number
  /** The from-step and the to-step of the exclusion, counted from 0 among the steps that are not optional. */
  readonly fromStep: number
  readonly toStep: number
}

/**
 * Returns the first exclusion that taints the run whose events are at `run`, with its excluded event; null
 * if none does.
 */
function findTaint(rule: FunnelRule, events: ActorEvents, run: readonly number[]): TaintedBy | null {
  const taint = createTaint(rule)
  taint.begin(events, 0, events.mask.length)
  const found = taint.find(Uint32Array.from(run), run.length)
  const span = exclusionSpans(rule)[found?.exclusion ?? -1]
  return found === null || span === undefined ? null : { ...found, ...span }
}
