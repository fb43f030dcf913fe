import type { Session } from 'chdb'
import { collectRows, type QueryResult, resultOfJson } from '#engine/query-result.ts'
import type { ReaderLimits } from '#engine/reader-settings.ts'
import { withinTime } from '#engine/within-time.ts'

/** Runs a query and returns its result in one format. */
export type ReadResult<Data> = (session: Session, query: string) => Promise<QueryResult<Data>>

/**
 * Returns rows from the format `JSON`, because its statistics have the number of rows read. The `rowsRead`
 * of chDB is the number of rows in the result. The format costs no more CPU than JSON lines.
 */
export const jsonResult: ReadResult<unknown[]> = async (session, query) => {
  const result = await session.queryAsync(query, { format: 'JSON' })
  const bytes = result.bytes()
  return resultOfJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/**
 * Takes rows chunk by chunk, for results of many megabytes: the binding copies the bytes of a result, or of a
 * chunk, on the event loop. Allocating memory for 52 MB took 250 ms of CPU on a virtual machine.
 * The limits of rows and bytes are checked here, because the engine does not count the bytes of a stream
 * (chdb 3.4.0). `read` of the result is null.
 */
export const chunkedResult =
  (limits: Pick<ReaderLimits, 'rows' | 'bytes'>): ReadResult<unknown[]> =>
  (session, query) =>
    collectRows(chunksOf(session, query), limits)

async function* chunksOf(session: Session, query: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of session.queryStream(query, { format: 'JSONEachRow' })) yield chunk.raw()
}

/** Reads a result within a limit of time: {@link withinTime}. */
export const withinTimeOf =
  <Data>(limitSeconds: number, readResult: ReadResult<Data>): ReadResult<Data> =>
  (session, query) =>
    withinTime(limitSeconds, () => readResult(session, query))

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
