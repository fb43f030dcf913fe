import type { FunnelRule } from '#insights/funnels/walk/rule.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'

/** Of each event of an unordered run the step that it serves, from 0: one that it matches, a different one for each. */
export function servedSteps({ steps }: FunnelRule, { mask }: ActorEvents, run: readonly number[]): number[] {
  const masks = run.map((place) => mask[place] ?? 0)
  const eventOf = matchSteps(masks, steps)
  return masks.map((_, i) => eventOf.indexOf(i))
}

/** Whether these events can serve a step each. */
export const canServeAll = (masks: readonly number[], steps: number): boolean =>
  matchSteps(masks, steps).filter((event) => event !== undefined).length === masks.length

/** By step, as its bit, the event that serves it: a largest matching, grown along augmenting paths. */
export function matchSteps(masks: readonly number[], steps: number): (number | undefined)[] {
  const eventOf: (number | undefined)[] = Array(steps).fill(undefined)
  function place(event: number, seen: Set<number>): boolean {
    for (let step = 0; step < steps; step++) {
      if ((((masks[event] ?? 0) >>> step) & 1) === 0 || seen.has(step)) continue
      seen.add(step)
      const other = eventOf[step]
      if (other !== undefined && !place(other, seen)) continue
      eventOf[step] = event
      return true
    }
    return false
  }
  for (const event of masks.keys()) place(event, new Set())
  return eventOf
}
