import type { ActorEvents } from '#sequences/actor-events.ts'
import { passInAnyOrder } from './any-order-pass.ts'
import { passInOrder } from './in-order-pass.ts'
import {
  ALL_STARTS,
  type BestRun,
  exclusionBits,
  type FunnelRule,
  lowestBits,
  type StartRange,
} from './rule.ts'
import { exclusionSpans } from './taint.ts'

/** The state of {@link arriveFirst}. Its functions are not closures, for the reason given at `RangesWalk`. */
export interface FirstArrival {
  readonly order: FunnelRule['order']
  readonly steps: number
  readonly windowMs: number
  readonly stepBits: number
  readonly exclusionBits: number
  /**
   * The lowest from-step of all exclusions, counted from 0; Infinity without exclusions. A run cannot be
   * tainted if its level is at most this number, because it has then reached no from-step.
   */
  readonly leastFromStep: number
  /** The level that no run of the current actor can exceed. It follows from the steps that have any event. */
  mostLevel: number
  /**
   * For each level of an ordered or strict funnel: the latest start whose run has reached this level. In a
   * strict funnel, only runs that reached the level with the previous event count.
   */
  readonly startMs: Float64Array
  /**
   * The places of the events of the runs whose starts are in `startMs`. The places of the run at level n
   * begin at index (n - 1) * steps.
   */
  readonly paths: Uint32Array
  /** For each step of an unordered funnel: the place of the last event of this step so far, or NO_PLACE. */
  readonly lastPlaces: Int32Array
}

export function createFirstArrival(rule: FunnelRule): FirstArrival {
  const { order, steps, windowMs } = rule
  return {
    order,
    steps,
    windowMs,
    stepBits: lowestBits(steps),
    exclusionBits: exclusionBits(rule),
    leastFromStep: Math.min(...exclusionSpans(rule).map(({ fromStep }) => fromStep)),
    mostLevel: 0,
    startMs: new Float64Array(steps + 1),
    paths: new Uint32Array(steps * steps),
    lastPlaces: new Int32Array(steps),
  }
}

/**
 * Finds the best run of an actor in one pass that begins with the first event. The pass ends with the event
 * that brings a run to the highest level that any run can reach. Returns false if another walk has to find
 * the best run: if an excluded event may taint a run, or if two events that the pass meets have the same
 * millisecond. In an unordered funnel it also returns false if not all starts count, or if an event can
 * serve two steps.
 */
export function arriveFirst(
  arrival: FirstArrival,
  events: ActorEvents,
  from: number,
  to: number,
  starts: StartRange,
  best: BestRun,
): boolean {
  const { order, steps } = arrival
  const bits = bitsOf(events.mask, from, to)
  arrival.mostLevel = order === 'unordered' ? allSteps(bits, steps) : firstSteps(bits, steps)
  if ((bits & arrival.exclusionBits) !== 0 && arrival.mostLevel > arrival.leastFromStep) return false
  best.level = 0
  best.isExcluded = false
  if (order !== 'unordered') return passInOrder(arrival, events, from, to, starts, best)
  const doAllCount = starts.fromMs === ALL_STARTS.fromMs && starts.toMs === ALL_STARTS.toMs
  return doAllCount && passInAnyOrder(arrival, events, from, to, best)
}

function bitsOf(mask: Uint32Array, from: number, to: number): number {
  let bits = 0
  for (let place = from; place < to; place++) bits |= mask[place] as number
  return bits
}

/**
 * Returns how many steps have an event, counted from the first step up to the first step without an event.
 */
function firstSteps(bits: number, steps: number): number {
  let count = 0
  while (count < steps && ((bits >>> count) & 1) !== 0) count++
  return count
}

/** Returns how many steps have an event. */
function allSteps(bits: number, steps: number): number {
  let count = 0
  for (let step = 0; step < steps; step++) count += (bits >>> step) & 1
  return count
}
