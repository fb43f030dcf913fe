import { matchSteps } from '#insights/funnels/explain/served-steps.ts'
import type { WalkedStep } from './runs-walk.ts'

/** An event that may be one of a run. */
interface Candidate {
  readonly at: number
  readonly mask: number
}

/** Of each step of a run an event of its time that serves it, a different one for each. */
export function matchEvents<Event extends Candidate>(
  steps: readonly WalkedStep[],
  events: readonly Event[],
): { readonly step: number; readonly event: Event }[] {
  const times = [...new Set(steps.map(({ atMs }) => atMs))]
  return times.flatMap((ms) => {
    const own = steps.filter(({ atMs }) => atMs === ms)
    const ofTime = events.filter(({ at }) => at === ms)
    const bits = own.reduce((all, { bit }) => all | (1 << bit), 0)
    const eventOf = matchSteps(
      ofTime.map(({ mask }) => mask & bits),
      32,
    )
    return own.flatMap(({ step, bit }) => {
      const event = ofTime[eventOf[bit] ?? -1]
      return event === undefined ? [] : [{ step, event }]
    })
  })
}
