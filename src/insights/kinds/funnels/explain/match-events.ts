import { createMatching } from '#insights/runs/walk/matching.ts'
import {
  type BestRun,
  type FunnelRule,
  lowestBits,
  NONE,
  placeOfStep,
  stepBits,
} from '#insights/runs/walk/rule.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'

/** An event that a run may take. */
interface Candidate {
  readonly at: number
  readonly mask: number
}

/** An event of a run, with the step that it serves. */
interface ServingEvent<Event> {
  /** The number of the step, counted from 1. In an unordered funnel it is the position in the run. */
  readonly step: number
  /** The bit of the step that the event matches. */
  readonly bit: number
  readonly event: Event
}

/**
 * Finds the events of a run. For each step it is an event that serves the step, at the time that the step has
 * in the run. No event serves two steps. The walk of an actor takes any event of a millisecond that serves a
 * step. Here the events that come first among `events` are taken, so that all lists name the same events.
 * `events` are in order of time. Only the events at the times of the run are needed.
 */
export const matchEvents = <Event extends Candidate>(
  rule: FunnelRule,
  steps: readonly RunStep[],
  events: readonly Event[],
): ServingEvent<Event>[] => {
  const times = [...new Set(steps.map(({ atMs }) => atMs))].map((ms) => ({
    steps: steps.filter(({ atMs }) => atMs === ms),
    events: events.filter(({ at }) => at === ms),
  }))
  return rule.order === 'unordered' ? matchAnyOrder(rule, times) : times.flatMap(matchInOrder)
}

/** The steps of a run in one millisecond, and the events of this millisecond that the run may take. */
interface OneTime<Event> {
  readonly steps: readonly RunStep[]
  readonly events: readonly Event[]
}

function matchInOrder<Event extends Candidate>({ steps, events }: OneTime<Event>): ServingEvent<Event>[] {
  const matching = createMatching()
  const bits = steps.reduce((all, { bit }) => all | (1 << bit), 0)
  for (const [place, { mask }] of events.entries()) {
    const served = matching.servedBits
    matching.add(place, mask & bits, bits & ~served, served)
  }
  return steps.flatMap(({ step, bit }) => {
    const event = (matching.servedBits >>> bit) & 1 ? events[matching.placeOf[bit] ?? -1] : undefined
    return event === undefined ? [] : [{ step, bit, event }]
  })
}

/**
 * Takes events, one time of the run after the other. At each time, it takes as many as the run has steps
 * then. All events taken so far can serve different steps, whichever of them were taken before.
 */
function matchAnyOrder<Event extends Candidate>(
  rule: FunnelRule,
  times: readonly OneTime<Event>[],
): ServingEvent<Event>[] {
  const matching = createMatching()
  const all = lowestBits(rule.steps)
  const taken: Event[] = []
  for (const { steps, events } of times) {
    const most = taken.length + steps.length
    for (const event of events) {
      const served = matching.servedBits
      if (taken.length < most && matching.add(taken.length, event.mask & all, all & ~served, served))
        taken.push(event)
    }
  }
  const hasBit = (bit: number) => ((matching.servedBits >>> bit) & 1) === 1
  const bitOf = (place: number) => matching.placeOf.findIndex((one, bit) => one === place && hasBit(bit))
  return taken.map((event, place) => ({ step: place + 1, bit: bitOf(place), event }))
}

/** A step of a run. If several events at its time serve it, any of them may be the event of the step. */
export interface RunStep {
  /** The number of the step, counted from 1. In an unordered funnel it is the position in the run. */
  readonly step: number
  /**
   * The bit of the step. In an unordered funnel it is the bit of the k-th step of the question, which the
   * k-th event of the run need not match.
   */
  readonly bit: number
  /** The time of the step, in ms since the start of the range. */
  readonly atMs: number
}

/** Returns the steps of a run, in order of time. */
export const runSteps = (rule: FunnelRule, { atMs }: ActorEvents, best: BestRun): RunStep[] =>
  stepBits(rule).flatMap((bit, i) => {
    const place = placeOfStep(best, bit)
    return place === NONE ? [] : [{ step: i + 1, bit, atMs: atMs[place] ?? 0 }]
  })
