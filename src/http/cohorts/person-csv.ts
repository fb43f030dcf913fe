import type { NamedPersons } from '#metadata/cohorts/static-members.ts'
import { invalid } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'

const ID_COLUMNS = ['distinct_id', 'distinct-id', 'distinct id']
const UUID_COLUMNS = ['person_id', 'person-id', 'person id', 'person_uuid']

/**
 * The persons that a CSV file names: in a column `distinct_id` or `person_id` of its first row, or in a file of a single column
 * without such a row, which has distinct ids.
 * @throws RequestError for a file without names, and for several columns of which none is known.
 */
export function parsePersonCsv(text: string): NamedPersons {
  const rows = parseCsv(text.replace(/^\uFEFF/, '')).filter((row) => row.some((cell) => cell.trim() !== ''))
  const [head = []] = rows
  const columnIn = (names: readonly string[]) =>
    head.findIndex((cell) => names.includes(cell.trim().toLowerCase()))
  const idColumn = columnIn(ID_COLUMNS)
  const uuidColumn = idColumn < 0 ? columnIn(UUID_COLUMNS) : -1
  const hasHead = idColumn >= 0 || uuidColumn >= 0
  if (!hasHead && rows.some((row) => row.length > 1))
    throw invalid(
      'invalid_input',
      'The first row of a file of several columns must name one of them distinct_id or person_id.',
      'csv',
    )
  const column = Math.max(idColumn, uuidColumn, 0)
  const names = (hasHead ? rows.slice(1) : rows)
    .map((row) => storableName((row[column] ?? '').trim()))
    .filter((name) => name !== '')
  if (names.length === 0) throw invalid('invalid_input', 'The CSV file names no persons.', 'csv')
  return uuidColumn >= 0
    ? { distinctIds: [], uuids: names.map((name) => name.toLowerCase()) }
    : { distinctIds: names, uuids: [] }
}

// A quoted cell, a plain one, or an empty one, up to the end of its cell; each sign is read once.
const CELL = /(?:"((?:[^"]|"")*)"[^\S\r\n]*|([^",\r\n][^,\r\n]*)?)(,|\r\n|\n|\r|$)/y

/** The rows of RFC 4180. @throws RequestError for a quoted cell that does not end. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  CELL.lastIndex = 0
  while (CELL.lastIndex < text.length || row.length > 0) {
    const found = CELL.exec(text)
    if (found === null)
      throw invalid('invalid_input', `Row ${rows.length + 1} has a quote that does not end.`, 'csv')
    const [, quoted, plain, end] = found
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
