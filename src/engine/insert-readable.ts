import { EngineError } from '#engine/engine-error.ts'
import type { EventStore } from '#engine/event-store.ts'
import type { ReadableRow } from '#engine/readable-row.ts'

/**
 * Inserts rows whose `properties` the engine parses from `properties_raw` or from their flat form. A row
 * that the engine refuses fails the whole insert, so the rows are halved until the refused row is found. The
 * refused row is stored with empty properties next to its text, or without its text if the text is refused
 * too. Returns all refused rows. Errors that no row causes are thrown.
 */
export async function insertReadable<Row extends ReadableRow>(
  engine: Pick<EventStore, 'insert'>,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<Row[]> {
  try {
    await insertRead(engine, table, columns, rows)
    return []
  } catch (error) {
    if (!isFaultOfRows(error, rows)) throw error
  }
  const [only] = rows
  if (rows.length === 1 && only !== undefined) {
    await insertUnread(engine, table, columns, only.line)
    return [only]
  }
  const middle = Math.ceil(rows.length / 2)
  return [
    ...(await insertReadable(engine, table, columns, rows.slice(0, middle))),
    ...(await insertReadable(engine, table, columns, rows.slice(middle))),
  ]
}

/** Inserts rows, all or none: one row that the engine refuses fails them all. */
export function insertRead(
  engine: Pick<EventStore, 'insert'>,
  table: string,
  columns: readonly string[],
  rows: readonly ReadableRow[],
): Promise<void> {
  return rows.every(({ flat }) => flat === '')
    ? engine.insert(
        table,
        columns,
        rows.map(({ line }) => line),
      )
    : engine.insert(
        table,
        [...columns, 'flat_properties'],
        rows.map(({ line, flat }) => `${line}\t${flat}`),
      )
}

async function insertUnread(
  engine: Pick<EventStore, 'insert'>,
  table: string,
  columns: readonly string[],
  line: string,
): Promise<void> {
  try {
    await engine.insert(table, [...columns, 'properties'], [`${line}\t{}`])
  } catch (error) {
    if (!isFaultOfRows(error, [{ line }])) throw error
    await engine.insert(table, columns, [`${line.slice(0, line.lastIndexOf('\t'))}\t{}`])
  }
}

/**
 * The engine's error codes for the values of a row: text that is not JSON of the right kind (117), nesting
 * that is too deep for a type (167, 306), a value that cannot be parsed, converted or held (6, 26, 27, 38,
 * 41, 69, 70, 72, 128, 131). Any other error, such as too many parts (252) or too many open files (76),
 * says nothing about the rows.
 */
const OF_A_ROW: readonly number[] = [6, 26, 27, 38, 41, 69, 70, 72, 117, 128, 131, 167, 306]
const MEMORY = 241
/**
 * Size of a heavy row, in characters. A row with fewer characters cannot exhaust the engine's memory by
 * itself.
 */
const HEAVY = 256 * 1024

const codeOf = (error: unknown) => (error instanceof EngineError ? error.code : null)

/**
 * Whether these rows should be inserted again after an insert of all of them failed with this error. Several
 * rows are then tried in smaller lists, and a single row with empty properties.
 */
export function isFaultOfRows(error: unknown, rows: readonly Pick<ReadableRow, 'line'>[]): boolean {
  const code = codeOf(error)
  if (code === null) return false
  // Other queries may have used up the memory. The sender then tries again, and a row that can be parsed is
  // not given up.
  if (code === MEMORY) return rows.length > 1 || rows.some((row) => row.line.length >= HEAVY)
  return OF_A_ROW.includes(code)
}
