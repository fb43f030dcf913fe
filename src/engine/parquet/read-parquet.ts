import { z } from 'zod'
import { endOnFatalSignals } from '#engine/embedded/fatal-signals.ts'
import { jsonResult } from '#engine/embedded/query-result.ts'
import { EngineError, toEngineError } from '#engine/engine-error.ts'
import { type Fragment, identifier, join, sql, text } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import {
  type ColumnLeftOut,
  hasNameless,
  type ParquetColumns,
  plainColumns,
  readableColumns,
} from './parquet-columns.ts'

/** Content of a Parquet file as JSON lines, in the order of its rows. */
export interface ParquetLines {
  readonly rowCount: number
  /** Columns that are in no line, because they cannot be read. */
  readonly leftOut: readonly ColumnLeftOut[]
  /** Chunks of whole lines, some thousand rows each. The engine waits while a chunk is used. */
  readonly chunks: AsyncIterable<Uint8Array>
  /**
   * Closes the Session. Must be called after the rows were used, even if the caller did not use all of them.
   */
  close(): void
}

const MiB = 1024 * 1024
const SETTINGS = [
  `max_memory_usage = ${512 * MiB}`,
  'max_threads = 1',
  'input_format_parquet_preserve_order = 1',
  'input_format_parquet_max_block_size = 2048',
  // Limit for what the engine reads ahead. With its default of 4 GiB the process used 160 MB more.
  `input_format_parquet_memory_high_watermark = ${32 * MiB}`,
  `input_format_parquet_memory_low_watermark = ${8 * MiB}`,
  "date_time_output_format = 'iso'",
  'output_format_json_quote_64bit_integers = 0',
]
const Counted = z.array(z.object({ count: z.coerce.number() })).length(1)
const Leaves = z.array(z.object({ path: z.string(), physical: z.string(), logical: z.string() }))
const Described = z.array(z.object({ name: z.string() }))
const Counts = z.array(z.object({ counts: z.array(z.coerce.number()) })).length(1)

/**
 * Opens a Parquet file with a Session of its own. `folder` is the engine's folder if this process has one
 * open, because a process can open only one; null otherwise. Instants become ISO 8601 in UTC, and integers
 * keep all of their digits.
 * @throws EngineError if the file is not Parquet
 */
export async function openParquetLines(file: string, folder: string | null): Promise<ParquetLines> {
  const { Session } = await import('chdb')
  const session = folder === null ? new Session() : new Session(folder)
  endOnFatalSignals()
  const rows = async (query: Fragment) => (await jsonResult(session, renderLiterals(query))).data
  try {
    for (const setting of SETTINGS) session.query(`SET ${setting}`)
    const { from, selected, leftOut } = await selectedOf(file, rows)
    const [counted] = Counted.parse(await rows(sql`SELECT count() AS count\n${from}`))
    return {
      rowCount: counted?.count ?? 0,
      leftOut,
      chunks: chunksOf(selected),
      close: () => session.close(),
    }
  } catch (error) {
    session.close()
    throw toEngineError(error)
  }
  async function* chunksOf(selected: Fragment): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of session.queryStream(renderLiterals(selected), { format: 'JSONEachRow' }))
        yield chunk.raw()
    } catch (error) {
      throw toEngineError(error)
    }
  }
}

type Rows = (query: Fragment) => Promise<unknown>
interface Selected {
  readonly from: Fragment
  readonly selected: Fragment
  readonly leftOut: readonly ColumnLeftOut[]
}

/** Returns the query that selects every column that can be read. */
async function selectedOf(file: string, rows: Rows): Promise<Selected> {
  const leaves = Leaves.parse(
    await rows(sql`SELECT leaf.path AS path, leaf.physical_type AS physical, leaf.logical_type AS logical
FROM file(${text(file)}, 'ParquetMetadata')
ARRAY JOIN columns AS leaf`),
  )
  const names = async () =>
    Described.parse(await rows(sql`DESCRIBE file(${text(file)}, 'Parquet')`)).map(({ name }) => name)
  const found = hasNameless(leaves) ? plainColumns(leaves) : readableColumns(await names(), leaves)
  const bytes = await columnsOfBytes(file, found, rows)
  const leftOut = [
    ...found.leftOut,
    ...bytes.map((name) => ({ name, why: 'it has bytes that are not UTF-8 text' })),
  ]
  const columns = found.columns.filter((name) => !bytes.includes(name))
  if (columns.length === 0) throw new EngineError('other', 'The file has no column that can be read.')
  const list = leftOut.length === 0 ? sql`*` : join(columns.map(named), sql`, `)
  const from = fromFile(file, found)
  return { from, selected: sql`SELECT ${list}\n${from}`, leftOut }
}

const named = (column: string) => sql`${identifier(column)}`

/** Returns the untyped columns in which at least one value is not text. */
async function columnsOfBytes(file: string, found: ParquetColumns, rows: Rows): Promise<string[]> {
  if (found.untyped.length === 0) return []
  const countOfBytes = (column: string) => {
    const value = sql`CAST(${identifier(column)}, 'Nullable(String)')`
    return sql`countIf(NOT isValidUTF8(${value}) OR position(${value}, char(0)) > 0)`
  }
  const counts = join(found.untyped.map(countOfBytes), sql`, `)
  const [row] = Counts.parse(await rows(sql`SELECT [${counts}] AS counts\n${fromFile(file, found)}`))
  return found.untyped.filter((_, place) => (row?.counts[place] ?? 0) > 0)
}

function fromFile(file: string, { columns, types }: ParquetColumns): Fragment {
  if (types === null) return sql`FROM file(${text(file)}, 'Parquet')`
  const structure = columns.map((name, i) => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\` ${types[i]}`)
  return sql`FROM file(${text(file)}, 'Parquet', ${text(structure.join(', '))})`
}
