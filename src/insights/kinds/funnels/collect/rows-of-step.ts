import type { ActorEvents, ValueTexts } from '#sequences/actor-events.ts'
import type { WalkMemory } from '#sequences/walk-memory.ts'
import type { EachRow } from './attribution.ts'
import type { RowNumbers } from './row-numbers.ts'
import { scratchEvents } from './scratch-events.ts'
import { valueAt } from './touched-row.ts'

/**
 * Visits each row that an event of the step has; an actor without such an event is in no row. In a row,
 * only the events of the row serve the step. From one row to the next only the masks of these events are
 * changed: otherwise the events of an actor with many rows would be copied for each row.
 */
export function rowsOfStep(rows: RowNumbers, stepBit: number, memory: WalkMemory): EachRow {
  const bit = 2 ** stepBit
  const scratch = scratchEvents(memory)
  return (events, from, to, values, visit) => {
    const placesByRow = placesOfStep(events, from, to, bit, rows, values)
    if (placesByRow.size === 0) return
    const { atMs, mask } = scratch(to - from)
    atMs.set(events.atMs.subarray(from, to))
    for (let place = from; place < to; place++) mask[place - from] = (events.mask[place] ?? 0) & ~bit
    const own = { atMs, mask }
    for (const [row, places] of placesByRow) {
      for (const place of places) mask[place - from] = events.mask[place] ?? 0
      visit(row, own, 0, to - from)
      for (const place of places) mask[place - from] = (events.mask[place] ?? 0) & ~bit
    }
  }
}

/** Returns the places of the events of the step, for each row. */
function placesOfStep(
  events: ActorEvents,
  from: number,
  to: number,
  bit: number,
  rows: RowNumbers,
  values: ValueTexts,
): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (let place = from; place < to; place++) {
    if (((events.mask[place] ?? 0) & bit) === 0) continue
    const row = rows.rowOf(valueAt(events, place), values)
    const places = found.get(row)
    if (places === undefined) found.set(row, [place])
    else places.push(place)
  }
  return found
}

/** The bit of step 1. */
const FIRST = 1

/**
 * Visits the rows of `rowsOfStep` in which an actor is at step 1 of a funnel without exclusions, each with
 * the event that puts the actor there. It takes one pass, whatever the number of rows.
 */
export function enteredRowsOfStep(rows: RowNumbers, stepBit: number): EachRow {
  const bit = 2 ** stepBit
  return (events, from, to, values, visit) => {
    let start = from
    while (start < to && ((events.mask[start] ?? 0) & FIRST) === 0) start++
    if (start === to) return
    const placesByRow = placesOfStep(events, from, to, bit, rows, values)
    for (const [row, [place = start]] of placesByRow) {
      const entry = bit === FIRST ? place : start
      visit(row, events, entry, entry + 1)
    }
  }
}
