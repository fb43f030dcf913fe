import type { Engine } from '../engine/engine.ts'
import { EngineError } from '../engine/engine-error.ts'

/** A row as a TabSeparated line of the table's columns, its `properties_raw` last. */
export interface ReadableRow {
  readonly line: string
}

/**
 * Inserts rows whose `properties` the engine reads from `properties_raw`. A text that it refuses fails the whole insert,
 * so the insert is halved until the row is found; that one is stored with empty properties beside its text. Returns those
 * rows.
 */
export async function insertReadable<Row extends ReadableRow>(
  engine: Engine,
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
    if (!(error instanceof EngineError) || error.kind !== 'value') throw error
  }
  const [only] = rows
  if (rows.length === 1 && only !== undefined) {
    await engine.insert(table, [...columns, 'properties'], [`${only.line}\t{}`])
    return [only]
  }
  const middle = Math.ceil(rows.length / 2)
  return [
    ...(await insertReadable(engine, table, columns, rows.slice(0, middle))),
    ...(await insertReadable(engine, table, columns, rows.slice(middle))),
  ]
}
