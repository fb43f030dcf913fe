import type { EachRow } from './attribution.ts'
import type { RowNumbers } from './row-numbers.ts'
import { scratchEvents } from './scratch-events.ts'
import { valueAt } from './touched-row.ts'

/** Above the place of an event in the key that it is sorted by. */
const PLACES = 2 ** 32

/** Each row with just the events that have its value. */
export function rowsOfValues(rows: RowNumbers): EachRow {
  const scratch = scratchEvents()
  let keys = new Float64Array(0)
  return (events, from, to, values, visit) => {
    const length = to - from
    if (keys.length < length) keys = new Float64Array(2 * length)
    // Sorted by row, and by place within a row.
    const byRow = keys.subarray(0, length)
    for (let i = 0; i < length; i++) byRow[i] = rows.rowOf(valueAt(events, from + i), values) * PLACES + i
    byRow.sort()
    const { atMs, mask } = scratch(length)
    let taken = 0
    for (const [i, key] of byRow.entries()) {
      const place = from + (key % PLACES)
      atMs[taken] = events.atMs[place] ?? 0
      mask[taken++] = events.mask[place] ?? 0
      const row = Math.floor(key / PLACES)
      if (i + 1 < length && Math.floor((byRow[i + 1] ?? 0) / PLACES) === row) continue
      visit(row, { atMs, mask }, 0, taken)
      taken = 0
    }
  }
}
