import type { Session } from 'chdb'
import { EngineError } from '#engine/engine-error.ts'
import { parseJsonResult } from '#engine/json-result.ts'
import type { ReadSize } from '#engine/query-watch.ts'
import type { ReaderLimits } from '#engine/reader-settings.ts'
import { rowsOfLines } from '#engine/stream/rows-of-lines.ts'
import { createPauses } from '#shared/large-json/pauses.ts'

/** Result of a query. `read` is null if the format has no numbers of what was read. */
export interface QueryResult<Data> {
  readonly data: Data
  readonly read: ReadSize | null
}

/** Runs a query and returns its result in one format. */
export type ReadResult<Data> = (session: Session, query: string) => Promise<QueryResult<Data>>

/**
 * Returns rows from the format `JSON`, because its statistics have the number of rows read. The `rowsRead`
 * of chDB is the number of rows in the result. The format costs no more CPU than JSON lines.
 */
export const jsonResult: ReadResult<unknown[]> = async (session, query) => {
  const result = await session.queryAsync(query, { format: 'JSON' })
  const bytes = result.bytes()
  const { data, rows_read, bytes_read } = await parseJsonResult(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    createPauses(),
  )
  return { data, read: { rows: rows_read, bytes: bytes_read } }
}

/**
 * Takes rows chunk by chunk, for results of many megabytes: the binding copies the bytes of a result, or of a
 * chunk, on the event loop. Allocating memory for 52 MB took 250 ms of CPU on a virtual machine. `read` is
 * null. Rows and bytes are compared here, because the engine does not count the bytes of a stream (chdb
 * 3.4.0).
 * @throws EngineError `too_large` for too many rows or bytes
 */
export const chunkedResult =
  (limits: Pick<ReaderLimits, 'rows' | 'bytes'>): ReadResult<unknown[]> =>
  async (session, query) => {
    const data: unknown[] = []
    let bytes = 0
    for await (const chunk of session.queryStream(query, { format: 'JSONEachRow' })) {
      const part = chunk.raw()
      bytes += part.byteLength
      for await (const rows of rowsOfLines(part)) for (const row of rows) data.push(row)
      if (bytes > limits.bytes || data.length > limits.rows)
        throw new EngineError('too_large', 'The result has too many rows or bytes.')
    }
    return { data, read: null }
  }

/**
 * Refuses a result that was not complete at the limit of time. The engine has the same limit, but if it has
 * read all sources of a query by then, it may end the query without an error after some blocks of its rows:
 * 65,409 of 150,000 rows came as if they were all (chdb 3.4.0).
 * @throws EngineError `timeout`
 */
export const withinTime =
  <Data>(limitSeconds: number, readResult: ReadResult<Data>): ReadResult<Data> =>
  async (session, query) => {
    const endMs = performance.now() + limitSeconds * 1_000
    const result = await readResult(session, query)
    if (performance.now() >= endMs) throw new EngineError('timeout', 'The result took too long.')
    return result
  }

/** Returns columns as the engine has them in memory, so nothing has to be printed or parsed. */
export const nativeResult: ReadResult<Uint8Array> = async (session, query) => {
  const result = await session.queryAsync(query, { format: 'Native' })
  return { data: result.bytes(), read: null }
}

/** Returns a whole Parquet file. */
export const parquetResult: ReadResult<Uint8Array> = async (session, query) => {
  const result = await session.queryAsync(query, { format: 'Parquet' })
  return { data: result.bytes(), read: null }
}
