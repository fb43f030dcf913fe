import type { NumberedActors } from './number-actors.ts'
import type { Stretches } from './stretches.ts'

/** Where the rows of each actor go, for rows that are placed one after the other: a counting sort. */
export interface Places {
  /**
   * The next row of number n goes to `next[n + 1]++`. When all its rows are placed, those of number n are from `next[n]` to `next[n + 1]`:
   * none for some numbers.
   */
  readonly next: Uint32Array
  readonly rows: number
}

/** What the places take of memory. Of persons of whom few have a row these are more than the rows. */
export const placesBytes = ({ count }: NumberedActors): number => count * Uint32Array.BYTES_PER_ELEMENT

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

/** The numbers [from, to), with the places [first, end) of their rows. */
export interface Tile {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly end: number
}

/** Rows whose places a processor's cache holds. */
const TILE_ROWS = 64 * 1024
/** Each tile takes some rows of each stretch: with fewer of them going from one to the next takes longer than the cache saves. */
const ROWS_OF_STRETCH = 64

/**
 * Numbers that are placed and walked one tile after the other, which takes the memory of one tile. Where the numbers do not rise within a
 * stretch all are one tile. Taken before a row is placed.
 */
export function* tilesOf(
  { next, rows }: Places,
  { count }: NumberedActors,
  { list, areRising }: Stretches,
): Generator<Tile> {
  const size = areRising ? Math.max(TILE_ROWS, list.length * ROWS_OF_STRETCH) : rows
  let from = 0
  let first = 0
  for (let number = 0; number < count; number++) {
    // The rows of the number end where those of the next one begin.
    const end = next[number + 2] ?? rows
    if (end - first < size && number + 1 < count) continue
    yield { from, to: number + 1, first, end }
    from = number + 1
    first = end
  }
}
