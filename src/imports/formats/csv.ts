import type { Line, Row, RowReader } from '#imports/row.ts'
import { eventOfFields, type Fields, type RowContext } from '#imports/row-event.ts'
import { cellAt } from '#shared/csv-cells.ts'
import { requireDistinctColumns, requireEventColumns } from './csv-header.ts'

/**
 * Longest row. Without a limit, a quotation mark that is never closed would turn the rest of the file into
 * one row.
 */
const MAX_ROW_CHARACTERS = 4 * 1024 * 1024

/** Makes the event of a row from its named fields. */
export type ReadColumns = (fields: Fields, line: number, text: string) => Row['read']

/** Reads a header with the names of columns, then one event from each row. */
export const createCsv = (context: RowContext): RowReader =>
  createCsvReader(
    (fields, line, text) => eventOfFields(fields, line, text, context),
    (columns) => requireEventColumns(columns, context.columns),
  )

/**
 * Creates a reader of CSV by RFC 4180, in which a field in quotation marks may have several lines. Empty
 * fields are left out. The reader throws an Error with a sentence if columns in the header cannot be told
 * apart, and passes on what `requireColumns` throws.
 */
export function createCsvReader(
  read: ReadColumns,
  requireColumns: (columns: readonly string[]) => void = () => undefined,
): RowReader {
  let header: readonly string[] | null = null
  let line = 0
  let begun: Begun | null = null
  function finish({ parts, line: at }: Begun): Row[] {
    const sent = parts.join('\n')
    const text = sent.endsWith('\r') ? sent.slice(0, -1) : sent
    if (text.trim() === '') return []
    const cells = cellsOf(text)
    if (header === null && cells !== null) {
      const columns = cells.map((name) => name.trim())
      requireDistinctColumns(columns)
      requireColumns(columns)
      header = columns
      return []
    }
    return [{ line: at, text, read: readCells(cells, header ?? [], (fields) => read(fields, at, text)) }]
  }
  function takeOne({ text, problem }: Line): Row[] {
    line++
    const row: Begun = begun ?? { line, parts: [], characters: 0, isOpen: false }
    row.parts.push(text)
    row.characters += text.length
    row.isOpen = row.isOpen !== hasOddQuotes(text)
    begun = null
    if (problem !== null) return [{ line: row.line, text: row.parts.join('\n'), read: { reason: problem } }]
    if (!row.isOpen || row.characters > MAX_ROW_CHARACTERS) return finish(row)
    begun = row
    return []
  }
  return {
    take: (lines) => lines.flatMap(takeOne),
    end: () => (begun === null ? [] : finish(begun)),
  }
}

/** A row whose first lines were read, and which continues on further lines. */
interface Begun {
  readonly line: number
  readonly parts: string[]
  characters: number
  /** Whether a quotation mark is still open. */
  isOpen: boolean
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isOdd = !isOdd
  return isOdd
}

function readCells(
  cells: readonly string[] | null,
  header: readonly string[],
  read: (fields: Fields) => Row['read'],
): Row['read'] {
  if (cells === null) return { reason: 'A quotation mark is not closed, or text follows the closing one.' }
  if (cells.length !== header.length)
    return {
      reason: `The row has ${cells.length} fields, but the header has ${header.length}.`,
      kind: `The row has more or fewer fields than the header, which has ${header.length}.`,
    }
  const fields: Record<string, string> = {}
  for (const [i, cell] of cells.entries()) if (cell !== '') fields[header[i] ?? ''] = cell
  return read(fields)
}

/** The text by which MySQL and PostgreSQL write a null. In quotation marks these characters are text. */
const NULL = '\\N'

/**
 * Returns the cells of a row; a null becomes an empty text. Returns null if quotation marks are not used as
 * RFC 4180 says.
 */
export function cellsOf(text: string): string[] | null {
  if (!text.includes('"')) return text.split(',').map((cell) => (cell === NULL ? '' : cell))
  const cells: string[] = []
  for (let at = 0; ; ) {
    const cell = cellAt(text, at, ',')
    if (cell === null) return null
    cells.push(cell.value === NULL && !cell.isQuoted ? '' : cell.value)
    if (cell.end >= text.length) return cells
    at = cell.end + 1
  }
}
