import type { Row } from './row.ts'

/** Rows that are sent together and acknowledged together. */
export type Batch = readonly Row[]

const MAX_ROWS = 5_000
const MAX_CHARACTERS = 4 * 1024 * 1024

/**
 * Groups the rows into batches of a bounded size. Rows of one millisecond stay together, up to twice that
 * size, because the server knows the order of what they say about persons only within one request.
 */
export async function* batchesOf(rows: AsyncIterable<readonly Row[]>): AsyncGenerator<Batch> {
  let batch: Row[] = []
  let characters = 0
  for await (const some of rows)
    for (const row of some) {
      const isFull = batch.length >= MAX_ROWS || characters >= MAX_CHARACTERS
      const isFarOver = batch.length >= 2 * MAX_ROWS || characters >= 2 * MAX_CHARACTERS
      if (isFarOver || (isFull && !isOfSameTime(batch.at(-1), row))) {
        yield batch
        batch = []
        characters = 0
      }
      batch.push(row)
      characters += row.text.length
    }
  if (batch.length > 0) yield batch
}

function isOfSameTime(before: Row | undefined, row: Row): boolean {
  if (before === undefined || !('json' in before.read) || !('json' in row.read)) return false
  return before.read.timestampMs === row.read.timestampMs
}
