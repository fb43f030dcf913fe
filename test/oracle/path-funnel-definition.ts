import { EVERYTHING, type GivenEvent } from './filter-definition.ts'
import { actorEvents } from './funnel-actor-definition.ts'
import { asked as askedFunnel } from './funnel-case.ts'
import { bestTimes, timeAt } from './funnel-level-definition.ts'
import type { GivenFunnelQuestion, GivenOrder } from './funnel-question.ts'
import { runsOf } from './funnel-run-definition.ts'
import type { GivenCalendar, GivenRange } from './range-definition.ts'

export interface GivenFunnelPaths {
  readonly type: 'funnel_path_after_step' | 'funnel_path_before_step' | 'funnel_path_between_steps'
  /** The step as the interface counts it: n from 1, or -n for the actors who dropped off at step n. */
  readonly step: number
  /** The event name of each step. */
  readonly steps: readonly string[]
  readonly order: GivenOrder
  readonly windowSeconds: number
}
interface AskedAround {
  readonly range: GivenRange
  readonly calendar: GivenCalendar
  readonly groupTypeIndex: 0 | 4 | null
}

/**
 * Tells for each actor whether an instant lies in the time around the step. Events of actors that are missing
 * here take no part.
 */
export type Spans = ReadonlyMap<number | string, (atMs: number) => boolean>

const toQuestion = (
  { steps, order, windowSeconds }: GivenFunnelPaths,
  { range, calendar, groupTypeIndex }: AskedAround,
): GivenFunnelQuestion =>
  askedFunnel(steps.join(' '), {
    order,
    range,
    calendar,
    window: { count: windowSeconds, unit: 'second' },
    actor: groupTypeIndex === null ? 'person' : { groupTypeIndex },
  })

/** Implements docs/semantics/paths.md, "Funnel paths". */
export function spansOf(events: readonly GivenEvent[], funnel: GivenFunnelPaths, around: AskedAround): Spans {
  const { type, step } = funnel
  const rules = {
    order: funnel.order,
    stepCount: funnel.steps.length,
    windowMs: funnel.windowSeconds * 1000,
    spans: [],
    optionalSteps: [],
  }
  const found = new Map<number | string, (atMs: number) => boolean>()
  for (const [actor, own] of actorEvents(events, toQuestion(funnel, around), {
    testAccountFilters: EVERYTHING,
  })) {
    const times = bestTimes(runsOf(own, rules))
    if (times === null || !(step > 0 ? times.length >= step : times.length === -step - 1)) continue
    const last = (step > 0 ? step : -step - 1) - 1
    const stepMs = timeAt(times, last)
    const endMs = step < 0 ? timeAt(times, 0) + funnel.windowSeconds * 1000 : stepMs
    found.set(actor, (atMs) => {
      if (type === 'funnel_path_after_step') return atMs >= stepMs
      if (type === 'funnel_path_before_step') return atMs <= endMs
      return atMs <= stepMs && atMs >= timeAt(times, last - 1)
    })
  }
  return found
}
