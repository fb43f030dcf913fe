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

/** The state of {@link arriveFirst}. As `RangesWalk`, its functions are no closures. */
export interface FirstArrival {
  readonly order: FunnelRule['order']
  readonly steps: number
  readonly windowMs: number
  readonly stepBits: number
  readonly exclusionBits: number
  /** The first step that an exclusion begins at: a run of no higher level has no taint. */
  readonly leastFromStep: number
  /** Of the actor that is walked: the level that no run can exceed, by the steps that have an event. */
  mostLevel: number
  /** Ordered and strict, by level: the last start whose run has reached it, strict: with the event before. */
  readonly startMs: Float64Array
  /** Of that run the place of each event; those of level n from (n - 1) * steps on. */
  readonly paths: Uint32Array
  /** Unordered, by step: the place of its last event until now, or NO_PLACE. */
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
 * Finds the best run of an actor in one pass from the first event, which ends with the event that brings a run as far as any can come. False where another walk has to
 * find it: where an excluded event may taint a run; where two events that are passed have one millisecond; unordered also where not all starts count or an event can
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

/** How many steps from the first on have an event. */
function firstSteps(bits: number, steps: number): number {
  let count = 0
  while (count < steps && ((bits >>> count) & 1) !== 0) count++
  return count
}

/** How many steps have an event. */
function allSteps(bits: number, steps: number): number {
  let count = 0
  for (let step = 0; step < steps; step++) count += (bits >>> step) & 1
  return count
}
