import { z } from 'zod'
import { toEngineError } from '#engine/engine-error.ts'
import { jsonResult } from '#engine/query-result.ts'
import { bound, type Fragment, sql } from '#sql/fragment.ts'
import { renderLiterals } from '#sql/literal.ts'

/** A Parquet file as JSON lines, in the order of its rows. */
export interface ParquetLines {
  readonly rowCount: number
  /** Whole lines of some thousand rows at a time. The engine waits while they are used. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Must be called, also where not all rows were used; behind the use of the rows. */
  close(): void
}

const MiB = 1024 * 1024
const SETTINGS = [
  `max_memory_usage = ${512 * MiB}`,
  'max_threads = 1',
  'input_format_parquet_preserve_order = 1',
  'input_format_parquet_max_block_size = 2048',
  // What it reads ahead: with the engine's own 4 GiB the process had 160 MB more.
  `input_format_parquet_memory_high_watermark = ${32 * MiB}`,
  `input_format_parquet_memory_low_watermark = ${8 * MiB}`,
  "date_time_output_format = 'iso'",
  'output_format_json_quote_64bit_integers = 0',
]
const Counted = z.array(z.object({ count: z.coerce.number() })).length(1)

/**
 * Opens a Parquet file with a Session of its own. `folder` is that of the engine where this process has one open, because it can
 * open one only; null for none. Instants become ISO 8601 in UTC, and integers keep all of their digits.
 * @throws EngineError for a file that is no Parquet
 */
export async function openParquetLines(file: string, folder: string | null): Promise<ParquetLines> {
  const { Session } = await import('chdb')
  const session = folder === null ? new Session() : new Session(folder)
  try {
    for (const setting of SETTINGS) session.query(`SET ${setting}`)
    const { data } = await jsonResult(
      session,
      renderLiterals(sql`SELECT count() AS count
${rowsOf(file)}`),
    )
    const rowCount = Counted.parse(data)[0]?.count ?? 0
    return { rowCount, chunks: chunksOf(), close: () => session.close() }
  } catch (error) {
    session.close()
    throw toEngineError(error)
  }
  async function* chunksOf(): AsyncGenerator<Uint8Array> {
    const query = renderLiterals(sql`SELECT *
${rowsOf(file)}`)
    try {
      for await (const chunk of session.queryStream(query, { format: 'JSONEachRow' })) yield chunk.raw()
    } catch (error) {
      throw toEngineError(error)
    }
  }
}

const rowsOf = (file: string): Fragment => sql`FROM file(${bound('String', file)}, 'Parquet')`
