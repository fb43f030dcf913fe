import { createPauses } from '#shared/large-json/pauses.ts'
import { EngineError } from './engine-error.ts'
import { parseJsonResult } from './json-result.ts'
import type { ReadSize } from './query-watch.ts'
import type { ReaderLimits } from './reader-settings.ts'
import { rowsOfLines } from './stream/rows-of-lines.ts'

/** Result of a query. `read` is null if the format has no numbers of what was read. */
export interface QueryResult<Data> {
  readonly data: Data
  readonly read: ReadSize | null
}

/** Reads a result in the format `JSON`. */
export async function resultOfJson(bytes: Buffer): Promise<QueryResult<unknown[]>> {
  const { data, rows_read, bytes_read } = await parseJsonResult(bytes, createPauses())
  return { data, read: { rows: rows_read, bytes: bytes_read } }
}

/**
 * Collects the rows of a result in the format `JSONEachRow`, given in chunks of whole rows.
 * @throws EngineError `too_large` for too many rows or bytes
 */
export async function collectRows(
  chunks: AsyncIterable<Uint8Array>,
  limits: Pick<ReaderLimits, 'rows' | 'bytes'>,
): Promise<QueryResult<unknown[]>> {
  const data: unknown[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    for await (const rows of rowsOfLines(chunk)) for (const row of rows) data.push(row)
    if (bytes > limits.bytes || data.length > limits.rows)
      throw new EngineError('too_large', 'The result has too many rows or bytes.')
  }
  return { data, read: null }
}
