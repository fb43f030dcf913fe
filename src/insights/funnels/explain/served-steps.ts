import { createMatching } from '#insights/funnels/walk/matching.ts'
import { type FunnelRule, lowestBits } from '#insights/funnels/walk/rule.ts'
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

/** By step, as its bit, the event that serves it. */
export function matchSteps(masks: readonly number[], steps: number): (number | undefined)[] {
  const stepBits = lowestBits(steps)
  const matching = createMatching()
  for (const [event, mask] of masks.entries()) {
    const served = matching.servedBits
    matching.add(event, mask & stepBits, stepBits & ~served, served)
  }
  return Array.from({ length: steps }, (_, step) =>
    (matching.servedBits >>> step) & 1 ? matching.placeOf[step] : undefined,
  )
}
