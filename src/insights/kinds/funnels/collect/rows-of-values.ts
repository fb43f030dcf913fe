import type { WalkMemory } from '#sequences/walk-memory.ts'
import type { EachRow } from './attribution.ts'
import type { RowNumbers } from './row-numbers.ts'
import { roomFor, scratchEvents } from './scratch-events.ts'
import { valueAt } from './touched-row.ts'

/** Visits each row with only the events that have its value. */
export function rowsOfValues(rows: RowNumbers, memory: WalkMemory): EachRow {
  const scratch = scratchEvents(memory)
  let keys = new Float64Array(0)
  return (events, from, to, values, visit) => {
    const length = to - from
    if (keys.length < length) {
      memory.take((roomFor(length) - keys.length) * Float64Array.BYTES_PER_ELEMENT)
      keys = new Float64Array(roomFor(length))
    }
    // A key is the row times the number of the actor's events, plus the place of the event. Sorting the
    // keys orders the events by row, and by place within a row. A double holds a key exactly, because there
    // are at most 2 to the 32nd rows.
    const byRow = keys.subarray(0, length)
    for (let i = 0; i < length; i++) byRow[i] = rows.rowOf(valueAt(events, from + i), values) * length + i
    byRow.sort()
    const { atMs, mask } = scratch(length)
    let taken = 0
    for (let i = 0; i < length; i++) {
      const key = byRow[i] as number
      const row = Math.floor(key / length)
      const place = from + key - row * length
      atMs[taken] = events.atMs[place] ?? 0
      mask[taken++] = events.mask[place] ?? 0
      if (i + 1 < length && (byRow[i + 1] as number) < (row + 1) * length) continue
      visit(row, { atMs, mask }, 0, taken)
      taken = 0
    }
  }
}
