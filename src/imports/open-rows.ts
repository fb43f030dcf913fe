import { statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { TimeForm } from '#ingest/wire/time-form.ts'
import { type Format, formatOfName, refineFormat } from './find-format.ts'
import { type AccessLogOptions, createAccessLog } from './formats/access-log.ts'
import { createCsv } from './formats/csv.ts'
import { createJsonLines } from './formats/json-lines.ts'
import { createPlausible } from './formats/plausible.ts'
import { createUmami } from './formats/umami.ts'
import { openInput } from './open-input.ts'
import { createPersonChanges } from './person-changes.ts'
import { readLines } from './read-lines.ts'
import type { Row, RowReader } from './row.ts'
import type { RowContext } from './row-event.ts'

export interface ReadOptions {
  /** The format of all files. Null if the name of each file tells its format. */
  readonly format: Format | null
  readonly nowMs: number
  /**
   * The form that the owner of the files states for their times. If absent, each time is read by its own
   * form.
   */
  readonly timeForm?: TimeForm
  readonly columns: RowContext['columns']
  /** Origin of the site, for access logs and rows without a host. */
  readonly site: string | null
  readonly salt: string | null
  readonly keepsAddress: boolean
}

/** A Parquet file as JSON lines. */
export interface ParquetFile {
  readonly rowCount: number
  /** Columns that are left out of every row. `why` is the reason, as the end of a sentence. */
  readonly leftOut: readonly { readonly name: string; readonly why: string }[]
  readonly chunks: AsyncIterable<Uint8Array>
  close(): void
}
export type OpenParquet = (file: string) => Promise<ParquetFile>

export interface RowsPorts {
  readonly openParquet: OpenParquet
  readonly stdin: Readable
}

/** The rows of a file. */
export interface OpenRows {
  readonly format: Format
  /** The beginning of the text, by which a file is recognised in a later run. */
  readonly beginning: Buffer
  readonly rows: AsyncIterable<readonly Row[]>
  /** A sentence for each column that cannot be read and is left out of every row. */
  readonly columnsLeftOut: readonly string[]
  /** Returns the part of the file that was read, from 0 to 1; 0 if its length is unknown. */
  readPart(): number
  /** Closes the file. It may be called before the end of the file is reached. */
  close(): void
}

export const STDIN = '-'

/**
 * Opens a file in its format.
 * @throws Error with a sentence if the format is unknown or the file cannot be read.
 */
export async function openRows(file: string, options: ReadOptions, ports: RowsPorts): Promise<OpenRows> {
  const named = options.format ?? (file === STDIN ? 'jsonl' : formatOfName(file))
  if (named === null)
    throw new Error(`The name of ${file} does not show the format: choose one with --format.`)
  if (named === 'parquet') return openParquetRows(file, options, ports)
  const input = await openInput(file === STDIN ? null : file, ports.stdin)
  if (isUtf16(input.beginning))
    throw new Error(`${file} is UTF-16, but UTF-8 is expected: convert it with iconv -f UTF-16 -t UTF-8.`)
  const [firstLine = ''] = input.beginning.toString('utf8').split('\n', 1)
  const format = options.format ?? refineFormat(named, firstLine)
  // An export of totals looks like rows of events. If such a file were accepted here, somebody would count
  // page views with it.
  if (format === 'plausible' && options.format === null) throw new Error(PLAUSIBLE)
  const size = file === STDIN ? 0 : statSync(file).size
  return {
    format,
    beginning: input.beginning,
    rows: rowsOf(input.chunks, readerOf(format, file, options)),
    columnsLeftOut: [],
    readPart: () => (size === 0 ? 0 : input.bytesRead() / size),
    close: input.close,
  }
}

/**
 * Whether a file begins with a byte order mark of UTF-16, or about half of its first 20 bytes or more are
 * zero.
 */
function isUtf16(beginning: Buffer): boolean {
  const mark = beginning.length < 2 ? 0 : beginning.readUInt16BE(0)
  if (mark === 0xfffe || mark === 0xfeff) return true
  const first = [...beginning.subarray(0, 20)]
  const zeros = first.filter((byte) => byte === 0).length
  return first.length >= 4 && zeros >= Math.floor(first.length / 2) - 1
}

const PLAUSIBLE =
  'An export of Plausible has daily totals, but no visits or visitors: page views, funnels and retention cannot be computed from it. With --format plausible, each row becomes one event, such as "plausible pages", with the counts as properties.'

async function openParquetRows(
  file: string,
  options: ReadOptions,
  { openParquet }: RowsPorts,
): Promise<OpenRows> {
  if (file === STDIN) throw new Error('A Parquet file cannot be read from standard input: name the file.')
  const { rowCount, leftOut, chunks, close } = await openParquet(file)
  let rowsRead = 0
  async function* counted() {
    for await (const rows of rowsOf(chunks, readerOf('jsonl', file, options))) {
      rowsRead += rows.length
      yield rows
    }
  }
  const { size, mtimeMs } = statSync(file)
  return {
    format: 'parquet',
    beginning: Buffer.from(`${size} ${mtimeMs}`),
    rows: counted(),
    columnsLeftOut: leftOut.map(({ name, why }) => `The column "${name}" of ${file} is left out: ${why}.`),
    readPart: () => (rowCount === 0 ? 1 : rowsRead / rowCount),
    close,
  }
}

async function* rowsOf(chunks: AsyncIterable<Uint8Array>, reader: RowReader): AsyncGenerator<readonly Row[]> {
  for await (const lines of readLines(chunks)) yield reader.take(lines)
  yield reader.end()
}

function readerOf(format: Format, file: string, options: ReadOptions): RowReader {
  const { nowMs, timeForm, columns, site } = options
  const times = { nowMs, ...(timeForm !== undefined && { timeForm }) }
  const context = { ...times, columns, hasChanged: createPersonChanges() }
  switch (format) {
    case 'jsonl':
    case 'parquet':
      return createJsonLines(context)
    case 'csv':
      return createCsv(context)
    case 'access-log':
      return createAccessLog(accessLogOptions(options))
    case 'umami':
    case 'umami-dump':
      return createUmami({ ...times, site }, format === 'umami-dump')
    case 'plausible':
      return createPlausible(file, nowMs)
  }
}

function accessLogOptions({ site, salt, keepsAddress }: ReadOptions): AccessLogOptions {
  if (site === null || salt === null)
    throw new Error(
      'An access log needs --site, such as https://example.com, and --salt, a secret text of yours. If the next import has the same text, a visitor has the same id in it.',
    )
  return { site, salt, keepsAddress }
}
