import {
  ALL_STARTS,
  type BestRun,
  createBestRun,
  type FunnelRule,
  NONE,
  placeOfStep,
} from '#insights/runs/walk/rule.ts'
import { createRunsWalk, walkRuns } from '#insights/runs/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'
import type { VisitRow } from './attribution.ts'
import { msBetween } from './collect-steps.ts'
import { type ComparedSteps, createBucketWalk, walkBuckets } from './collect-trends.ts'
import { createCountedRuns, hasCountedRun } from './counted-run.ts'

/** The actors that one number of a funnel counts. */
export type CountedActors =
  /**
   * With `hasConverted`, the actors whose run has the step of this bit. Without `hasConverted`, the actors
   * whose run has the last non-optional step before this step, but not the step itself.
   */
  | {
      readonly of: 'step'
      readonly bit: number
      readonly hasConverted: boolean
      /** Counts only the actors with an open run. */
      readonly isOpen?: true
    }
  /** The actors whose highest level is in `levels`: bit k is set if level k is included. */
  | { readonly of: 'levels'; readonly levels: number }
  /**
   * The actors of a bucket whose runs reach the from-step. With `hasConverted` they also reach the to-step;
   * without it they do not.
   */
  | { readonly of: 'bucket'; readonly place: number; readonly hasConverted: boolean }
  /** The actors whose time from the from-step to the to-step lies in [fromMs, toMs). */
  | { readonly of: 'times'; readonly fromMs: number; readonly toMs: number }

export interface CountedIn {
  readonly rule: FunnelRule
  readonly compared: ComparedSteps
  /** For a funnel shown as trends: the starts of the buckets and the end of the last one. */
  readonly edgesMs: readonly number[]
  /** The time from which on runs are open, as in `FunnelJob`. */
  readonly openFromMs: number | null
}

/** Receives the run by which an actor counts. The run is reused, so it must be read at once. */
export type VisitCounted = (best: BestRun, events: ActorEvents) => void

/** Returns a function that looks at one actor, and visits the actor if the number counts it. */
export function countedBy(counted: CountedActors, countedIn: CountedIn, visit: VisitCounted): VisitRow {
  return counted.of === 'bucket'
    ? countedInBucket(counted, countedIn, visit)
    : countedInAll(counted, countedIn, visit)
}

const NO_EVENTS: ActorEvents = { atMs: new Float64Array(), mask: new Uint32Array() }

type OfBucket = Extract<CountedActors, { of: 'bucket' }>

function countedInBucket(counted: OfBucket, countedIn: CountedIn, visit: VisitCounted): VisitRow {
  const { rule, compared, edgesMs } = countedIn
  // Optional steps do not decide who is counted, but which run is the best one.
  const fullest = rule.optional === undefined ? null : createRunsWalk(rule)
  const starts = { fromMs: edgesMs[counted.place] ?? 0, toMs: edgesMs[counted.place + 1] ?? 0 }
  let [events, first, end]: [ActorEvents, number, number] = [NO_EVENTS, 0, 0]
  const visitBucket = (place: number, best: BestRun) => {
    if (place !== counted.place || best.level <= compared.fromStep) return
    if (best.level > compared.toStep !== counted.hasConverted) return
    if (fullest !== null) walkRuns(fullest, events, first, end, starts, best)
    visit(best, events)
  }
  const buckets = createBucketWalk(rule, edgesMs, visitBucket)
  return (_, ofActor, from, to) => {
    events = ofActor
    first = from
    end = to
    walkBuckets(buckets, ofActor, from, to)
  }
}

function countedInAll(
  counted: Exclude<CountedActors, OfBucket>,
  { rule, compared, openFromMs }: CountedIn,
  visit: VisitCounted,
): VisitRow {
  const isOpen = counted.of === 'step' && counted.isOpen === true
  const open = createCountedRuns(rule, openFromMs)
  const walk = createRunsWalk(rule)
  const best = createBestRun(rule)
  const isCounted = (events: ActorEvents) => {
    if (counted.of === 'step') {
      const hasStep = placeOfStep(best, counted.bit) !== NONE
      return counted.hasConverted ? hasStep : !hasStep && best.level >= levelBefore(rule, counted.bit)
    }
    if (counted.of === 'levels') return ((counted.levels >>> best.level) & 1) === 1
    if (best.level <= compared.toStep) return false
    const ms = msBetween(events.atMs, best.path, compared.fromStep, compared.toStep)
    return ms >= counted.fromMs && ms < counted.toMs
  }
  return (_, events, from, to) => {
    walkRuns(walk, events, from, to, ALL_STARTS, best)
    if (isCounted(events) && (!isOpen || hasCountedRun(open, events, from, to))) visit(best, events)
  }
}

/** Returns how many steps that are not optional lie before the step with this bit. */
const levelBefore = ({ steps, optional = [] }: FunnelRule, bit: number): number =>
  bit < steps ? bit : (optional[bit - steps] ?? 0)
