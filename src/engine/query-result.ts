import type { Session } from 'chdb'
import { createPauses } from '#shared/large-json/pauses.ts'
import { parseJsonResult } from './json-result.ts'
import type { ReadSize } from './query-watch.ts'

/** The result of a query; `read` is null where the format has no numbers of what was read. */
export interface QueryResult<Data> {
  readonly data: Data
  readonly read: ReadSize | null
}

/** Runs a query and takes its result in one format. */
export type ReadResult<Data> = (session: Session, query: string) => Promise<QueryResult<Data>>

/** The format whose statistics have the rows read: `rowsRead` of chDB are those of the answer. It costs no more CPU than lines. */
export const jsonResult: ReadResult<unknown[]> = async (session, query) => {
  const result = await session.queryAsync(query, { format: 'JSON' })
  const bytes = result.bytes()
  const { data, rows_read, bytes_read } = await parseJsonResult(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    createPauses(),
  )
  return { data, read: { rows: rows_read, bytes: bytes_read } }
}

/** Columns as the engine has them in memory, which nothing has to print or parse. */
export const nativeResult: ReadResult<Uint8Array> = async (session, query) => {
  const result = await session.queryAsync(query, { format: 'Native' })
  return { data: result.bytes(), read: null }
}

/** A whole Parquet file. */
export const parquetResult: ReadResult<Uint8Array> = async (session, query) => {
  const result = await session.queryAsync(query, { format: 'Parquet' })
  return { data: result.bytes(), read: null }
}
