import type { EventStore } from './event-store.ts'
import { insertReadable, isFaultOfRows } from './insert-readable.ts'
import type { ReadableRow } from './readable-row.ts'

/** Size of the rows of one insert, in characters, up to which the insert may be deferred. */
const DEFERRABLE = 256 * 1024
/** Size of one row up to which its insert may be deferred. */
const DEFERRABLE_ROW = 64 * 1024

/**
 * Inserts rows like {@link insertReadable}. Few rows that the engine can certainly read are given to
 * {@link EventStore.insertDeferrable}. Returns the rows that the engine has refused.
 */
export async function storeRows<Row extends ReadableRow>(
  engine: Pick<EventStore, 'insert' | 'insertDeferrable'>,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<Row[]> {
  if (areDeferrable(rows))
    try {
      await engine.insertDeferrable(table, columns, rows)
      return []
    } catch (error) {
      // A store that inserts at once refuses all rows because of one.
      if (!isFaultOfRows(error, rows)) throw error
    }
  return insertReadable(engine, table, columns, rows)
}

/**
 * Whether an insert of these rows may be deferred: they are few, and the engine can certainly read them. Rows
 * that it may refuse are inserted at once, so that a refusal is known before the answer.
 */
export function areDeferrable(rows: readonly ReadableRow[]): boolean {
  const characters = rows.reduce((sum, { line, flat }) => sum + line.length + flat.length, 0)
  return characters <= DEFERRABLE && rows.every(({ line, flat }) => isCertain(flat === '' ? line : flat))
}

// The engine may refuse half of a surrogate pair and a number of more than 64 bits. Each rule refuses more
// than that, because it looks only at characters. Flat properties have no lists or objects, so nothing is
// nested.
const isCertain = (text: string): boolean => text.length <= DEFERRABLE_ROW && !DOUBTFUL.test(text)

/** An escaped surrogate, a long number, or a number with an exponent of three digits. */
const DOUBTFUL = /\\u[dD][89a-fA-F]|[:,[]-?(?:\d{16}|\d+(?:\.\d+)?[eE][+-]?\d{3})/
