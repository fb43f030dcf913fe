import type { ActorEvents } from '#sequences/actor-events.ts'
import type { Attribute } from './attribution.ts'
import type { Rows } from './rows.ts'

/**
 * Each row that an event of the step has is a funnel, in which only events of this row serve the step. An actor without an event of
 * the step is in the row of missing values.
 */
export function attributeStep(step: number, rows: Rows): Attribute {
  const bit = 1 << step
  let mask = new Uint32Array(1024)
  const ofActor = new Set<number>()

  function writeMasks(row: number, events: ActorEvents, from: number, to: number, values: readonly string[]) {
    const value = events.value as Uint32Array
    for (let place = from; place < to; place++) {
      const own = events.mask[place] as number
      const isOther = (own & bit) !== 0 && rows.of(value[place] as number, values) !== row
      mask[place - from] = isOther ? own & ~bit : own
    }
  }

  function findRows(events: ActorEvents, from: number, to: number, values: readonly string[]): void {
    const value = events.value as Uint32Array
    ofActor.clear()
    for (let place = from; place < to; place++)
      if (((events.mask[place] as number) & bit) !== 0) ofActor.add(rows.of(value[place] as number, values))
    if (ofActor.size === 0) ofActor.add(rows.none)
  }

  return (events, from, to, values, visit) => {
    findRows(events, from, to, values)
    if (ofActor.size === 1) {
      for (const row of ofActor) visit(row, events, from, to)
      return
    }
    if (to - from > mask.length) mask = new Uint32Array(2 * (to - from))
    const atMs = events.atMs.subarray(from, to)
    for (const row of ofActor) {
      writeMasks(row, events, from, to, values)
      visit(row, { atMs, mask }, 0, to - from)
    }
  }
}
