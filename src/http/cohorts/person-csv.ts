import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { quoted } from '#contract/nearest-name.ts'
import { beginsAsFormula } from '#http/server/csv/csv-text.ts'
import type { PersonName } from '#metadata/cohorts/static-members.ts'
import { cellAt } from '#shared/csv-cells.ts'
import { invalid } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { type CsvRow, csvRows } from './csv-rows.ts'

type ReadCell = (cell: string) => PersonName | null

/**
 * The columns that can name persons. If a file has several of them, the first in this list is used. Names
 * are in lower case, with `_` for all characters other than letters and digits.
 */
const COLUMNS: readonly (readonly [names: readonly string[], read: ReadCell])[] = [
  [['distinct_id'], byDistinctId],
  [['person_id', 'person_uuid'], byUuid],
  [['uuid'], byUuid],
  // In this server's own lists of people, this column has the ids of persons. In files of other programs it
  // may have distinct ids.
  [['id'], (cell) => (isUuid(cell) ? byUuid(cell) : byDistinctId(cell))],
  [['distinct_ids'], byListOfIds],
]
const KNOWN = 'distinct_id, person_id, uuid or id'
const SEPARATORS = [',', ';', '\t']

/**
 * Names of columns by which a first row is recognized as a header, even if none of its columns names
 * persons.
 */
const HEADERS =
  /^(?:e?_?mail|email_address|name|first_name|last_name|full_name|display_name|user|username|user_name|user_id|userid|customer|customer_id|account|account_id|company|phone|key|group_key|properties|created_at)$/

/** The most names in one file. While the persons are added, all different names are in memory. */
const MOST_NAMES = 1_000_000

/**
 * Finds the persons that a CSV file names. The first row says which column names them. If the first row
 * names no column, the file must have a single column, which has distinct ids. Cells are separated by
 * commas, semicolons or tabs. The promise resolves when the whole file has been parsed once, in parts
 * between which other work runs. The names are iterated some at a time.
 * @throws RequestError for a file without names or with too many, and for a first row that names no ids.
 */
export async function parsePersonCsv(text: string): Promise<Iterable<readonly PersonName[]>> {
  const names = namesIn(text)
  let count = 0
  for (const some of names) {
    count += some.length
    if (count > MOST_NAMES)
      throw refused(`The CSV file names more than ${MOST_NAMES} persons: send it in parts.`)
    await nextLoopTurn()
  }
  if (count === 0) throw refused('The CSV file names no persons. Send a file with at least one.')
  return names
}

const refused = (sentence: string) => invalid('invalid_input', sentence, 'csv')

/** Returns the names. Each iteration parses the file from its beginning. */
function namesIn(text: string): Iterable<readonly PersonName[]> {
  const named = namedColumn(text)
  return { [Symbol.iterator]: () => namesOf(text, named) }
}

function* namesOf(
  text: string,
  { from, separator, column, read, hasHeader }: NamedColumn,
): Generator<readonly PersonName[]> {
  let isHead = hasHeader
  for (const rows of csvRows(text, separator, from)) {
    const filled = rows.filter(isFilled)
    const named = isHead ? filled.slice(1) : filled
    if (filled.length > 0) isHead = false
    if (!hasHeader) requireOneColumn(named)
    yield named.flatMap((row) => read(row[column] ?? '') ?? [])
  }
}

interface NamedColumn {
  /** The index of the first character that is not a line break. */
  readonly from: number
  readonly separator: string
  readonly column: number
  readonly read: ReadCell
  readonly hasHeader: boolean
}

function namedColumn(text: string): NamedColumn {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  // Some spreadsheets write the separator into a first row `sep=;`. Others use the separator of their
  // country without writing which one it is.
  const told = /^sep=([,;\t])\r?\n/i.exec(text.slice(start, start + 7))
  const from = firstRow(text, start + (told?.[0].length ?? 0))
  const separators = told?.[1] === undefined ? SEPARATORS : [told[1]]
  const beginning = text.slice(from, from + MOST_HEAD_CHARACTERS)
  const heads = separators.map((separator) => ({ separator, head: headOf(beginning, separator) }))
  for (const { separator, head } of heads) {
    const keys = head.map(keyOf)
    for (const [names, read] of COLUMNS) {
      const column = keys.findIndex((key) => names.includes(key))
      if (column < 0) continue
      requirePersons(keys)
      return { from, separator, column, read, hasHeader: true }
    }
  }
  for (const { head } of heads) if (head.some((cell) => HEADERS.test(keyOf(cell)))) throw namesNoId(head)
  return { from, separator: told?.[1] ?? ',', column: 0, read: byDistinctId, hasHeader: false }
}

const keyOf = (cell: string) =>
  cell
    .slice(0, MOST_HEADER_CHARACTERS)
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')

/** The longest name of a column, in characters. Only this much of a cell is compared with the known names. */
const MOST_HEADER_CHARACTERS = 200

const isFilled = (row: CsvRow) => row.some((cell) => cell.trim() !== '')

function firstRow(text: string, from: number): number {
  const place = text.slice(from).search(/[^\r\n]/)
  return place < 0 ? text.length : from + place
}

/**
 * Returns the first row. It is empty if a quoted cell in the row does not end, or has a line break: no name
 * of a column has one.
 */
function headOf(text: string, separator: string): CsvRow {
  const ends = `${separator}\r\n`
  const head: string[] = []
  for (let at = 0; head.length < MOST_COLUMNS; ) {
    const cell = cellAt(text, at, ends)
    if (cell === null || /[\r\n]/.test(cell.value)) return []
    head.push(cell.value)
    if (text[cell.end] !== separator) break
    at = cell.end + 1
  }
  return head
}

/**
 * The most columns of the first row that are read. Only among these is a column that names persons looked
 * for.
 */
const MOST_COLUMNS = 1_000
const MOST_HEAD_CHARACTERS = 64 * 1024

/**
 * Requires that every row has one cell. Used for a file whose first row names no column.
 * @throws RequestError for a row with several cells.
 */
function requireOneColumn(rows: readonly CsvRow[]): void {
  const several = rows.find((row) => row.length > 1)
  if (several !== undefined) throw namesNoId(several)
}

function requirePersons(keys: readonly string[]): void {
  if (!keys.includes('group_key')) return
  throw invalid(
    'invalid_input',
    'The rows of the file are groups. A cohort has persons: send a file of persons.',
    'csv',
  )
}

function namesNoId(head: readonly string[]) {
  const names = head.slice(0, 10).map((cell) => quoted(cell.trim()))
  const found = names.length === 1 ? `${names[0]} names` : `None of ${names.join(', ')} names`
  return invalid(
    'invalid_input',
    `${found} ${names.length === 1 ? 'no ids' : 'ids'} of persons. Name a column of the first row ${KNOWN}.`,
    'csv',
  )
}

// Files that this server or other programs write have an apostrophe before a text that a spreadsheet would
// compute as a formula.
const withoutApostrophe = (cell: string) =>
  cell.startsWith("'") && beginsAsFormula(cell.slice(1)) ? cell.slice(1) : cell

/**
 * Returns the person that a distinct id names. Capture keeps blanks at both ends of an id, so they are part
 * of it. Some files have such blanks by mistake, so the id without blanks is looked for as well.
 */
function byDistinctId(cell: string): PersonName | null {
  const bare = cell.trim()
  if (bare === '') return null
  const plain = withoutApostrophe(cell)
  if (plain === bare) return byOneId(storableName(cell))
  const forms = [plain, cell, plain.trim(), bare].map(storableName)
  return { name: storableName(cell), distinctIds: [...new Set(forms)], uuids: [] }
}

const byOneId = (id: string): PersonName => ({ name: id, distinctIds: [id], uuids: [] })

function byUuid(cell: string): PersonName | null {
  const uuid = storableName(cell.trim()).toLowerCase()
  return uuid === '' ? null : { name: uuid, distinctIds: [], uuids: [uuid] }
}

const isUuid = (cell: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cell.trim())

/** Returns the person of a JSON list of ids. The first id is enough, because all ids belong to one person. */
function byListOfIds(cell: string): PersonName | null {
  const [first] = idsIn(cell)
  if (first === undefined) return null
  return byOneId(storableName(first))
}

function idsIn(cell: string): readonly string[] {
  if (cell.trim() === '') return []
  try {
    const list: unknown = JSON.parse(cell)
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string' && id !== '') : [cell]
  } catch {
    return [cell]
  }
}
