import type { RowFormat } from '#contract/text.ts'
import { csvText } from '#http/server/csv/csv-text.ts'
import { CSV, type FileForm } from '#http/server/csv/send-csv.ts'
import type { ParquetRows } from '#insights/table/parquet-rows.ts'
import type { TableColumn } from '#insights/table/table-answer.ts'
import type { TableRow } from '#insights/table/table-rows.ts'
import { answerText } from '#shared/json-text.ts'

type Bytes = string | Uint8Array

/** Writes a file of rows piece by piece, while the rows arrive. */
export interface RowWriter {
  readonly begin: Bytes
  rows(rows: readonly TableRow[]): Bytes | Promise<Bytes>
  end(): Bytes | Promise<Bytes>
}

interface RowFileFormat extends FileForm {
  open(columns: readonly TableColumn[], parquet: (columns: readonly TableColumn[]) => ParquetRows): RowWriter
}

export const ROW_FILES: Readonly<Record<RowFormat, RowFileFormat>> = {
  csv: {
    ...CSV,
    open: (columns) => ({
      begin: csvText([columns.map(({ name }) => name)]),
      rows: csvText,
      end: () => '',
    }),
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    extension: 'jsonl',
    open(columns) {
      const keys = withOwnNames(columns).map(({ name }) => JSON.stringify(name))
      return { begin: '', rows: (rows) => rows.map((row) => lineOf(keys, row)).join(''), end: () => '' }
    },
  },
  parquet: {
    type: 'application/vnd.apache.parquet',
    extension: 'parquet',
    open(columns, parquet) {
      const file = parquet(withOwnNames(columns))
      return { begin: '', rows: (rows) => file.add(rows), end: () => file.end() }
    },
  },
}

// The line is not made with JSON.stringify of an object, because an object would put keys that are numbers
// first.
const lineOf = (keys: readonly string[], row: TableRow): string =>
  `{${keys.map((key, place) => `${key}:${answerText(row[place] ?? null)}`).join(',')}}\n`

/**
 * Makes the names of columns unique: of several equal names, all but the first get a number at the end,
 * such as `a`, `a_2`.
 */
export function withOwnNames(columns: readonly TableColumn[]): TableColumn[] {
  const taken = new Set(columns.map(({ name }) => name))
  const used = new Set<string>()
  return columns.map((column) => {
    let { name } = column
    for (let number = 2; used.has(name); number++) {
      const next = `${column.name}_${number}`
      if (!taken.has(next)) name = next
      taken.add(next)
    }
    used.add(name)
    return { ...column, name }
  })
}
