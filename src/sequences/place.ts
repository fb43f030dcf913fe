import type { NumberedActors } from './number-actors.ts'

/** Where the rows of each actor go, for rows that are placed one after the other: a counting sort. */
export interface Places {
  /**
   * The next row of number n goes to `next[n + 1]++`. When all rows are placed, those of number n are from `next[n]` to `next[n + 1]`:
   * none for some numbers.
   */
  readonly next: Uint32Array
  readonly rows: number
}

export function placesOf({ columns, least, count }: NumberedActors): Places {
  const next = new Uint32Array(count + 2)
  let rows = 0
  for (const column of columns) {
    countRows(column, least - 2, next)
    rows += column.length
  }
  for (let number = 0; number < count; number++)
    next[number + 2] = (next[number + 2] ?? 0) + (next[number + 1] ?? 0)
  return { next, rows }
}

function countRows(column: Uint32Array, least: number, counts: Uint32Array): void {
  for (let row = 0; row < column.length; row++) {
    const place = (column[row] ?? 0) - least
    counts[place] = (counts[place] ?? 0) + 1
  }
}
