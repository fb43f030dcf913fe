import type { NumberedActors } from './number-actors.ts'
import type { Stretches } from './stretches.ts'

/**
 * The places to which the rows of each actor go when rows are placed one after the other. They are computed
 * as in a counting sort.
 */
export interface Places {
  /**
   * The next row of actor number n goes to place `next[n + 1]++`. When all rows are placed, the rows of
   * number n are at [next[n], next[n + 1]). There may be numbers without rows.
   */
  readonly next: Uint32Array
  readonly rows: number
}

/**
 * Returns the bytes of memory that the places take. If few of the persons in the range have a row, the places
 * take more bytes than the rows.
 */
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

/** The actor numbers [from, to), with the places [first, end) of their rows. */
export interface ActorBatch {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly end: number
}

/** The number of rows in a batch. The places of this many rows fit into a processor's cache. */
const BATCH_ROWS = 64 * 1024
/**
 * The fewest rows that a batch takes of each stretch, on average. With fewer rows, moving between stretches
 * would cost more time than the cache saves.
 */
const ROWS_OF_STRETCH = 64

/**
 * Yields batches of actor numbers. Batches are placed and walked one after the other, so that memory holds
 * only one of them. If the numbers do not rise within a stretch, one batch has all numbers. A batch must be
 * taken from the generator before its rows are placed.
 */
export function* actorBatches(
  { next, rows }: Places,
  { count }: NumberedActors,
  { list, areRising }: Stretches,
): Generator<ActorBatch> {
  const size = areRising ? Math.max(BATCH_ROWS, list.length * ROWS_OF_STRETCH) : rows
  let from = 0
  let first = 0
  for (let number = 0; number < count; number++) {
    // The rows of this number end at the place of the next number's first row.
    const end = next[number + 2] ?? rows
    if (end - first < size && number + 1 < count) continue
    yield { from, to: number + 1, first, end }
    from = number + 1
    first = end
  }
}
