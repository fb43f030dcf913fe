import type { Engine } from '#engine/engine.ts'
import { EngineError, type EngineErrorKind } from '#engine/engine-error.ts'

/** A row as a TabSeparated line of the table's columns, its `properties_raw` last. */
export interface ReadableRow {
  readonly line: string
}

/**
 * Inserts rows whose `properties` the engine parses from `properties_raw`. A row that it refuses fails the whole insert, so
 * the insert is halved until the row is found; that row is stored with empty properties beside its text, or without its
 * text where that is refused too. Returns those rows. Errors that no row causes are thrown.
 */
export async function insertReadable<Row extends ReadableRow>(
  engine: Pick<Engine, 'insert'>,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<Row[]> {
  try {
    await engine.insert(
      table,
      columns,
      rows.map((row) => row.line),
    )
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

async function insertUnread(
  engine: Pick<Engine, 'insert'>,
  table: string,
  columns: readonly string[],
  line: string,
): Promise<void> {
  try {
    await engine.insert(table, [...columns, 'properties'], [`${line}\t{}`])
  } catch (error) {
    if (isElsewhere(error)) throw error
    await engine.insert(table, columns, [`${line.slice(0, line.lastIndexOf('\t'))}\t{}`])
  }
}

const ELSEWHERE: readonly EngineErrorKind[] = ['disk_full', 'unsure', 'closed', 'timeout', 'cancelled']
/** A row with fewer characters cannot exhaust the engine's memory alone. */
const HEAVY = 256 * 1024

const isElsewhere = (error: unknown) => !(error instanceof EngineError) || ELSEWHERE.includes(error.kind)

function isFaultOfRows(error: unknown, rows: readonly ReadableRow[]): boolean {
  if (isElsewhere(error)) return false
  const isMemory = error instanceof EngineError && error.kind === 'memory'
  // Other queries may use up the memory: the sender tries again, and a row that can be parsed is not given up.
  return !isMemory || rows.length > 1 || rows.some((row) => row.line.length >= HEAVY)
}
