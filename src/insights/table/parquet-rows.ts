import type { EventStore, QueryOptions } from '#engine/event-store.ts'
import { createParquetJoin } from '#engine/parquet/join-parquet.ts'
import { type Fragment, identifier, join, sql, text } from '#fragments/fragment.ts'
import type { ScalarType } from '#hogql/expression.ts'
import { elementOf, isArray } from '#hogql/functions/definition.ts'
import { answerText, plainText } from '#shared/json-text.ts'
import type { TableColumn } from './table-answer.ts'
import type { TableRow } from './table-rows.ts'

/** A Parquet file that is written while its rows come. */
export interface ParquetRows {
  /**
   * Returns the next bytes of the file. They are empty until enough rows have been added for a group of
   * rows.
   */
  add(rows: readonly TableRow[]): Promise<Uint8Array>
  /** Returns the last bytes of the file. */
  end(): Promise<Uint8Array>
}

/**
 * Size at which a group of rows is written. While a group is collected, it is in memory as text, and once
 * more as pages when it is written. Readers read whole groups, so small groups cost them time.
 */
const GROUP = { rows: 50_000, characters: 8 * 1024 * 1024 } as const

/**
 * Writes a Parquet file. The engine makes the pages, because it knows the types. The rows are given to the
 * engine as JSON text, because they contain ids of persons, which only the metadata has. No two of
 * `columns` may have the same name.
 */
export function createParquetRows(
  columns: readonly TableColumn[],
  engine: Pick<EventStore, 'parquet'>,
  options: QueryOptions,
): ParquetRows {
  const file = createParquetJoin()
  let lines: string[] = []
  let characters = 0
  let isBegun = false
  const writeGroup = async () => {
    const group = lines.join('\n')
    lines = []
    characters = 0
    isBegun = true
    return file.add(await engine.parquet(groupStatement(columns, group), options))
  }
  return {
    async add(rows) {
      for (const row of rows) {
        const line = lineOf(columns, row)
        lines.push(line)
        characters += line.length
      }
      const isFull = lines.length >= GROUP.rows || characters >= GROUP.characters
      return isFull ? writeGroup() : new Uint8Array()
    },
    async end() {
      // If there are no rows at all, one group is still written, so that the file has its columns.
      const last = lines.length > 0 || !isBegun ? await writeGroup() : new Uint8Array()
      return Buffer.concat([last, file.end()])
    },
  }
}

const lineOf = (columns: readonly TableColumn[], row: TableRow): string =>
  answerText(columns.map(({ type }, place) => storedValue(row[place], type)))

/**
 * Selects the rows of `lines`, in which each line is a JSON array, with the names and types of the columns.
 * The engine cannot read empty text. So if there is no line, the statement reads an empty row and leaves it
 * out.
 */
function groupStatement(columns: readonly TableColumn[], lines: string): Fragment {
  const structure = columns.map(({ type }, place) => `c${place} ${storedType(type)}`).join(', ')
  const items = columns.map(({ name, type }, place) => {
    const column = sql`${identifier(`c${place}`)}`
    return sql`${type === 'object' ? column : shownAs(column, type)} AS ${identifier(name)}`
  })
  return sql`SELECT
  ${join(items, sql`,\n`)}
FROM format(JSONCompactEachRow, ${text(structure)}, ${text(lines || lineOf(columns, []))})
WHERE ${lines === '' ? sql`false` : sql`true`}`
}

const STORED: Readonly<Record<ScalarType, string>> = {
  text: 'String',
  number: 'Float64',
  boolean: 'Bool',
  // Instants are passed as milliseconds, because the text of an instant has another offset in summer.
  time: 'Int64',
  day: 'Date32',
  person: 'String',
}

function storedType(type: TableColumn['type']): string {
  if (type === 'object') return 'Nullable(String)'
  const element = `Nullable(${STORED[elementOf(type)]})`
  return isArray(type) ? `Array(${element})` : element
}

const instant = (ms: Fragment) => sql`fromUnixTimestamp64Milli(${ms}, 'UTC')`

function shownAs(column: Fragment, type: Exclude<TableColumn['type'], 'object'>): Fragment {
  if (elementOf(type) !== 'time') return column
  return isArray(type) ? sql`arrayMap(x -> ${instant(sql`x`)}, ${column})` : instant(column)
}

function storedValue(value: unknown, type: TableColumn['type']): unknown {
  if (value === null || value === undefined) return type !== 'object' && isArray(type) ? [] : null
  if (type === 'object') return answerText(value)
  if (Array.isArray(value)) return value.map((item) => storedValue(item, elementOf(type)))
  switch (elementOf(type)) {
    case 'time':
      return Date.parse(String(value))
    case 'text':
      return plainText(String(value))
    default:
      return value
  }
}
