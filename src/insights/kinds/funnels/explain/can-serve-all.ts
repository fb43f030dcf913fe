import { createMatching } from '#insights/runs/walk/matching.ts'
import { lowestBits } from '#insights/runs/walk/rule.ts'

/** Returns whether events with these masks can each serve a different step. */
export function canServeAll(masks: readonly number[], steps: number): boolean {
  const stepBits = lowestBits(steps)
  const matching = createMatching()
  return masks.every((mask, event) => {
    const served = matching.servedBits
    return matching.add(event, mask & stepBits, stepBits & ~served, served)
  })
}
