import type { ActorEvents } from '#sequences/actor-events.ts'
import type { EachRow } from './attribution.ts'
import type { RowNumbers } from './row-numbers.ts'
import { scratchEvents } from './scratch-events.ts'
import { valueAt } from './touched-row.ts'

/** Each row that an event of the step has; only events of the row serve the step in it. */
export function rowsOfStep(rows: RowNumbers, stepBit: number): EachRow {
  const bit = 2 ** stepBit
  const scratch = scratchEvents()
  return (events, from, to, values, visit) => {
    const rowAt = (place: number) => rows.rowOf(valueAt(events, place), values)
    const found = placesWith(events, from, to, bit).map(rowAt)
    if (found.length === 0) return visit(rows.missing, events, from, to)
    const { atMs, mask } = scratch(to - from)
    atMs.set(events.atMs.subarray(from, to))
    for (const row of new Set(found)) {
      for (let place = from; place < to; place++) {
        const whole = events.mask[place] ?? 0
        mask[place - from] = rowAt(place) === row ? whole : whole & ~bit
      }
      visit(row, { atMs, mask }, 0, to - from)
    }
  }
}

function placesWith({ mask }: ActorEvents, from: number, to: number, bit: number): number[] {
  const places: number[] = []
  for (let place = from; place < to; place++) if (((mask[place] ?? 0) & bit) !== 0) places.push(place)
  return places
}
