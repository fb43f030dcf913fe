import { quoted } from '#contract/nearest-name.ts'
import type { PersonName } from '#metadata/cohorts/static-members.ts'
import { invalid } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { parseCsv } from './parse-csv.ts'

type ReadCell = (cell: string) => PersonName | null

/** The columns that name persons, by their names in lower case with `_` for other signs. The first that a file has decides. */
const COLUMNS: readonly (readonly [names: readonly string[], read: ReadCell])[] = [
  [['distinct_id'], byDistinctId],
  [['person_id', 'person_uuid'], byUuid],
  [['uuid'], byUuid],
  // Lists of people have ids of persons there, files of other programs their own.
  [['id'], (cell) => (isUuid(cell) ? byUuid(cell) : byDistinctId(cell))],
  [['distinct_ids'], byListOfIds],
]
const KNOWN = 'distinct_id, person_id, uuid or id'
const SEPARATORS = [',', ';', '\t']

/** The first row of a file is a header if it has one of these names. No column of the file names persons. */
const HEADERS =
  /^(?:e?_?mail|email_address|name|first_name|last_name|full_name|display_name|user|username|user_name|user_id|userid|customer|customer_id|account|account_id|company|phone|key|group_key|properties|created_at)$/

/**
 * The persons that a CSV file names, by the column that its first row names, or the distinct ids of a file of a single column
 * without such a row. Cells are separated by commas, semicolons or tabs.
 * @throws RequestError for a file without names, and for a first row that names no ids.
 */
export function parsePersonCsv(text: string): PersonName[] {
  const { rows, column, read } = namedColumn(text.replace(/^\uFEFF/, ''))
  const names = rows.flatMap((row) => read(row[column] ?? '') ?? [])
  if (names.length === 0) throw invalid('invalid_input', 'The CSV file names no persons.', 'csv')
  return names
}

interface NamedColumn {
  readonly rows: readonly (readonly string[])[]
  readonly column: number
  readonly read: ReadCell
}

function namedColumn(text: string): NamedColumn {
  // Spreadsheets write the separator into a row of its own, or use the one of their country.
  const told = /^sep=([,;\t])\r?\n/i.exec(text)
  const body = told === null ? text : text.slice(told[0].length)
  const separators = told?.[1] === undefined ? SEPARATORS : [told[1]]
  for (const separator of separators) {
    const head = headOf(body, separator)
    for (const [names, read] of COLUMNS) {
      const column = head.findIndex((cell) => names.includes(keyOf(cell)))
      if (column < 0) continue
      requirePersons(head)
      return { rows: rowsOf(body, separator).slice(1), column, read }
    }
  }
  for (const separator of separators) {
    const head = headOf(body, separator)
    if (head.some((cell) => HEADERS.test(keyOf(cell)))) throw namesNoId(head)
  }
  const rows = rowsOf(body, told?.[1] ?? ',')
  const several = rows.find((row) => row.length > 1)
  if (several !== undefined) throw namesNoId(rows[0] ?? several)
  return { rows, column: 0, read: byDistinctId }
}

const keyOf = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')

const isFilled = (row: readonly string[]) => row.some((cell) => cell.trim() !== '')
const rowsOf = (text: string, separator: string) => parseCsv(text, separator).filter(isFilled)

/** The first row that is not blank, read without the rows behind it. */
function headOf(text: string, separator: string): readonly string[] {
  const start = text.search(/[^\r\n]/)
  if (start < 0) return []
  const end = text.slice(start).search(/[\r\n]/)
  const line = end < 0 ? text.slice(start) : text.slice(start, start + end)
  // A quoted name with a line break in it is none of those that are looked for.
  const isWhole = (line.match(/"/g) ?? []).length % 2 === 0
  return isWhole ? (parseCsv(line, separator)[0] ?? []) : []
}

function requirePersons(head: readonly string[]): void {
  if (!head.some((cell) => keyOf(cell) === 'group_key')) return
  throw invalid('invalid_input', 'The rows of the file are groups: a cohort has persons.', 'csv')
}

function namesNoId(head: readonly string[]) {
  const names = head.slice(0, 10).map((cell) => quoted(cell.trim()))
  const found = names.length === 1 ? `${names[0]} names` : `None of ${names.join(', ')} names`
  return invalid(
    'invalid_input',
    `${found} ${names.length === 1 ? 'no ids' : 'ids'} of persons. The first row of the file must name one of its columns ${KNOWN}.`,
    'csv',
  )
}

// The sign that our own files, and those of other programs, put before a text that a spreadsheet would compute.
const PROTECTED = /^'(?=[=+\-@\t\r\n＝＋－＠])/

/** Blanks at the ends of an id belong to it, as capture keeps them, unless a file has them for no reason. */
function byDistinctId(cell: string): PersonName | null {
  if (cell.trim() === '') return null
  const plain = cell.replace(PROTECTED, '')
  const forms = [plain, cell, plain.trim(), cell.trim()].map(storableName)
  return { name: storableName(cell), distinctIds: [...new Set(forms)], uuids: [] }
}

function byUuid(cell: string): PersonName | null {
  const uuid = storableName(cell.trim()).toLowerCase()
  return uuid === '' ? null : { name: uuid, distinctIds: [], uuids: [uuid] }
}

const isUuid = (cell: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cell.trim())

/** A JSON list of the ids of one person, of which the first is enough. */
function byListOfIds(cell: string): PersonName | null {
  const [first] = idsIn(cell)
  if (first === undefined) return null
  const id = storableName(first)
  return { name: id, distinctIds: [id], uuids: [] }
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
