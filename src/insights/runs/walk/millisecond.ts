import type { ActorEvents } from '#sequences/actor-events.ts'
import { createEnoughEvents, MANY } from './enough-events.ts'
import { createMatching } from './matching.ts'
import { lowestBits, NONE } from './rule.ts'

/**
 * The events of one actor in one millisecond. They have no order of their own: a run takes them in the
 * order that brings it furthest.
 */
export interface Millisecond {
  first: number
  end: number
  /** Loads the millisecond of the event at `place`, of the actor whose events are [from, to). */
  load(events: ActorEvents, place: number, from: number, to: number): void
  /**
   * Returns the level with which a run can leave the millisecond if it enters with `level`. The steps from
   * `level` on are matched to different events of the millisecond. The event at `without` (a place or NONE)
   * is not used. `path[step]` becomes the place of the event of each matched step.
   */
  climb(level: number, without: number, path: Uint32Array): number
  /**
   * Returns the starts that are worth trying. Among the events that can serve the first step these are one
   * event for each distinct mask, and one spare event if there is any. Every other event lets a run climb
   * as far as one of these.
   */
  starts(): readonly number[]
}

/** Whether the event at `place` is the only one of the actor in its millisecond. */
export const isAlone = (atMs: Float64Array, place: number, from: number, to: number): boolean =>
  (place + 1 >= to || atMs[place + 1] !== atMs[place]) && (place <= from || atMs[place - 1] !== atMs[place])

/** Matches one step after the other to an event of the millisecond. */
export function createMillisecond(steps: number): Millisecond {
  const stepBits = lowestBits(steps)
  const matching = createMatching()
  const candidates: number[] = []
  const masks: number[] = []
  // `isUsed[i]` says whether candidate i serves a step.
  const isUsed: boolean[] = []
  const enough = createEnoughEvents(steps)
  const seenMasks = new Set<number>()
  // An event that can serve the first step but is not among the candidates, because it is spare; or NONE.
  let spareStart = NONE
  let count = 0

  function addEvent(place: number, mask: number, isMany: boolean): void {
    if (mask === 0) return
    if (isMany && enough.isSpare(mask)) {
      if ((mask & 1) !== 0) spareStart = place
      return
    }
    candidates[count] = place
    masks[count] = mask
    count++
  }

  function serve(step: number, without: number): boolean {
    let movable = matching.servedBits
    for (let i = 0; i < count; i++) {
      const place = candidates[i] as number
      if (isUsed[i] || place === without) continue
      isUsed[i] = matching.add(place, masks[i] as number, 1 << step, movable)
      if (isUsed[i]) return true
      movable &= ~matching.reachedBits
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
      enough.clear()
      spareStart = NONE
      count = 0
      for (let p = this.first; p < this.end; p++) addEvent(p, (mask[p] as number) & stepBits, isMany)
    },
    starts() {
      seenMasks.clear()
      const starts = spareStart === NONE ? [] : [spareStart]
      for (let i = 0; i < count; i++) {
        const own = masks[i] as number
        if ((own & 1) === 0 || seenMasks.has(own)) continue
        seenMasks.add(own)
        starts.push(candidates[i] as number)
      }
      return starts
    },
    climb(level, without, path) {
      matching.clear()
      for (let i = 0; i < count; i++) isUsed[i] = false
      let reached = level
      while (reached < steps && serve(reached, without)) reached++
      for (let step = level; step < reached; step++) path[step] = matching.placeOf[step] as number
      return reached
    },
  }
}
