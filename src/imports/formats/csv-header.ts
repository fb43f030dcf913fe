import { MAPPED_FIELDS, type MappedField, type RowContext } from '#imports/row-event.ts'

const OTHER_DELIMITERS: readonly (readonly [text: string, name: string])[] = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
]
const NEEDED: readonly MappedField[] = MAPPED_FIELDS.filter(
  (field) => field !== 'uuid' && field !== 'properties',
)
const MOST_SHOWN = 20

/**
 * Refuses a header with which no row can be read correctly. Otherwise a mistake in the header would set
 * aside the rows of the whole file one by one.
 * @throws Error with a sentence that names the columns.
 */
export function requireDistinctColumns(columns: readonly string[]): void {
  const [only = ''] = columns
  const other = columns.length === 1 ? OTHER_DELIMITERS.find(([text]) => only.includes(text)) : undefined
  if (other !== undefined)
    throw new Error(
      `The columns are separated by ${other[1]} instead of commas: the header is ${only.slice(0, 200)}.`,
    )
  const twice = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`Two columns are named ${twice}: ${listOf(columns)}.`)
}

/**
 * Requires the columns that an event needs.
 * @throws Error with a sentence that names the columns that were found.
 */
export function requireEventColumns(columns: readonly string[], mapped: RowContext['columns']): void {
  const missing = NEEDED.map((field) => [field, mapped[field] ?? field] as const).filter(
    ([, name]) => !columns.includes(name),
  )
  if (missing.length === 0) return
  const names = missing.map(([, name]) => name).join(', ')
  const [[field] = ['event']] = missing
  throw new Error(
    `The first line of the file must name its columns. It has no column ${names}. Its columns are ${listOf(columns)}: choose one with --column ${field}=NAME.`,
  )
}

function listOf(columns: readonly string[]): string {
  const shown = columns.slice(0, MOST_SHOWN).map((name) => name.slice(0, 60))
  return columns.length > MOST_SHOWN ? `${shown.join(', ')}, …` : shown.join(', ')
}
