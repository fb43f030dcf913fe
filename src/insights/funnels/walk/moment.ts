import type { ActorEvents } from '#sequences/actor-events.ts'
import { NONE } from './rule.ts'

/** Of more events only as many of each mask are looked at as a run can use. */
const MANY = 64

/** The events of one actor in one millisecond. They have no order of their own: a run takes them in whichever order serves it. */
export interface Moment {
  first: number
  end: number
  /** Takes the millisecond of the event at `place`, of the actor whose events are [from, to). */
  load(events: ActorEvents, place: number, from: number, to: number): void
  /**
   * The level with which a run that comes with `level` can leave: the steps from there on are matched to different events, none
   * of them `without` (a place or NONE). path[step] becomes the place of the event of each of these steps.
   */
  climb(level: number, without: number, path: Uint32Array): number
}

/** Whether no other event of the actor has the millisecond of the event at `place`. */
export const isAlone = (atMs: Float64Array, place: number, from: number, to: number): boolean =>
  (place + 1 >= to || atMs[place + 1] !== atMs[place]) && (place <= from || atMs[place - 1] !== atMs[place])

/** A matching grown by one step after the other, each along an augmenting path. */
export function createMoment(steps: number): Moment {
  const stepBits = 2 ** steps - 1
  const candidates: number[] = []
  const masks: number[] = []
  // By candidate: the step that it serves, or -1, and the search that looked at it last.
  const serves: number[] = []
  const lastSearch: number[] = []
  const countByMask = new Map<number, number>()
  let count = 0
  let search = 0
  let leftOut = NONE
  let chosen: Uint32Array = new Uint32Array(steps)

  function addCandidate(place: number, mask: number): void {
    candidates[count] = place
    masks[count] = mask
    lastSearch[count] = 0
    count++
  }

  function isSpare(mask: number): boolean {
    const known = countByMask.get(mask) ?? 0
    countByMask.set(mask, known + 1)
    // One more than the steps, because one can be left out.
    return known > steps
  }

  function assign(candidate: number, step: number): boolean {
    serves[candidate] = step
    chosen[step] = candidates[candidate] as number
    return true
  }

  const canServe = (candidate: number, step: number) =>
    (((masks[candidate] as number) >>> step) & 1) === 1 && candidates[candidate] !== leftOut

  function serve(step: number): boolean {
    for (let i = 0; i < count; i++) if (serves[i] === -1 && canServe(i, step)) return assign(i, step)
    for (let i = 0; i < count; i++) {
      if (lastSearch[i] === search || !canServe(i, step)) continue
      lastSearch[i] = search
      if (serve(serves[i] as number)) return assign(i, step)
    }
    return false
  }

  return {
    first: 0,
    end: 0,
    load({ atMs, mask }, place, from, to) {
      this.first = place
      while (this.first > from && atMs[this.first - 1] === atMs[place]) this.first--
      this.end = place + 1
      while (this.end < to && atMs[this.end] === atMs[place]) this.end++
      const isMany = this.end - this.first > MANY
      if (isMany) countByMask.clear()
      count = 0
      search = 0
      for (let p = this.first; p < this.end; p++) {
        const stepMask = (mask[p] as number) & stepBits
        if (stepMask !== 0 && !(isMany && isSpare(stepMask))) addCandidate(p, stepMask)
      }
    },
    climb(level, without, path) {
      serves.fill(-1, 0, count)
      for (let i = serves.length; i < count; i++) serves[i] = -1
      leftOut = without
      chosen = path
      let reached = level
      while (reached < steps) {
        search++
        if (!serve(reached)) break
        reached++
      }
      return reached
    },
  }
}
