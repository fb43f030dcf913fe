import { cellAt } from '#shared/csv-cells.ts'
import { invalid } from '#shared/request-error.ts'

export type CsvRow = readonly string[]

/**
 * The number of characters that are parsed before other work has its turn. Parsing them takes a few
 * milliseconds.
 */
const CHARACTERS_AT_ONCE = 64 * 1024
/** The longest row in characters. No row of a list of ids is this long. */
const MOST_ROW_CHARACTERS = 256 * 1024

/**
 * Yields the rows of a CSV text from the index `from` on, in the format of RFC 4180. The separator is a
 * comma, a semicolon or a tab. Each list that is yielded has only some of the rows, so that the caller can
 * do other work in between. Empty lines are not rows.
 * @throws RequestError for a quoted cell that does not end, and for a row that is too long.
 */
export function* csvRows(text: string, separator: string, from = 0): Generator<readonly CsvRow[]> {
  let rows: CsvRow[] = []
  let count = 0
  let yieldedAt = from
  for (let at = behindLineBreaks(text, from); at < text.length; ) {
    const { cells, end } = rowAt(text, at, separator, ++count)
    rows.push(cells)
    // All empty lines are passed over in one step, because there may be millions.
    at = behindLineBreaks(text, end)
    if (at - yieldedAt < CHARACTERS_AT_ONCE) continue
    yield rows
    rows = []
    yieldedAt = at
  }
  yield rows
}

function behindLineBreaks(text: string, from: number): number {
  const breaks = /[\r\n]*/y
  breaks.lastIndex = from
  return from + (breaks.exec(text)?.[0].length ?? 0)
}

/** Returns the row that begins at the index `from`. Reads no further than the longest possible row. */
function rowAt(text: string, from: number, separator: string, row: number): { cells: CsvRow; end: number } {
  const near = text.slice(from, from + MOST_ROW_CHARACTERS)
  const isCut = from + near.length < text.length
  const ends = `${separator}\r\n`
  const cells: string[] = []
  for (let at = 0; ; ) {
    const cell = cellAt(near, at, ends)
    if (isCut && (cell === null || cell.end === near.length))
      throw refused(
        `Row ${row} has more than ${MOST_ROW_CHARACTERS} characters, or a quotation mark without a closing one.`,
      )
    if (cell === null) throw refused(`Row ${row} has a quotation mark without a closing one.`)
    cells.push(cell.value)
    if (near[cell.end] !== separator) return { cells, end: from + cell.end }
    at = cell.end + 1
  }
}

const refused = (sentence: string) => invalid('invalid_input', sentence, 'csv')
