import { z } from 'zod'
import type { EventStore } from '#engine/event-store.ts'
import { insertReadable } from '#engine/insert-readable.ts'
import type { ReadableRow } from '#engine/readable-row.ts'
import { tabField } from '#engine/tab-separated.ts'
import { type Fragment, sql } from '#fragments/fragment.ts'
import { flatProperties } from '#ingest/store/flat-properties.ts'
import type { RowKey } from './compare-rows.ts'
import { partCondition } from './days-condition.ts'
import type { ReadableStore } from './readable-store.ts'
import { listOf, type RowPart, type RowTable, rowsFrom } from './row-table.ts'

/** Limits of one insert, which makes one part. */
const ROWS_AN_INSERT = 50_000
const CHARACTERS_AN_INSERT = 16 * 1024 ** 2

const Row = z.tuple([z.number(), z.string(), z.string(), z.string()])

/**
 * Returns the statement of the rows of a part: project, uuid, and the row as a TabSeparated line, the
 * properties on their own.
 */
export function rowsQuery(table: RowTable, stored: string, part: RowPart): Fragment {
  const columns = table.hasProperties ? table.columns.slice(0, -1) : table.columns
  const properties = table.hasProperties ? listOf(table.columns.slice(-1)) : sql`''`
  return sql`SELECT
  project_id,
  toString(uuid) AS id,
  formatRowNoNewline('TabSeparated', ${listOf(columns)}) AS line,
  ${properties} AS text
FROM ${rowsFrom(table, stored)}
WHERE ${partCondition(part)}`
}

export interface CopyPartOptions {
  readonly source: ReadableStore
  readonly target: Pick<EventStore, 'insert'>
  readonly table: RowTable
  /** Tells which rows to copy. */
  readonly isWanted: (key: RowKey) => boolean
  /**
   * Told the number of rows after each insert, and how many of them the target has with their text alone,
   * because it cannot read their properties.
   */
  readonly onCopied: (rows: number, unread: number) => void
}

/** Copies rows of a part. An insert runs while the next rows are read. */
export async function copyPart(part: RowPart, options: CopyPartOptions): Promise<void> {
  const { source, table, isWanted } = options
  let batch = emptyBatch()
  let running: Promise<void> = Promise.resolve()
  const flush = async () => {
    const full = batch
    batch = emptyBatch()
    await running
    running = insertBatch(full.rows, options)
    // The next await throws the error.
    running.catch(() => undefined)
  }
  await source.stream('rows', rowsQuery(table, source.storedName(table.name), part), async (rows) => {
    for (const values of rows) {
      const [projectId, uuid, line, text] = Row.parse(values)
      if (!isWanted({ projectId, uuid })) continue
      batch.rows.push(readableRow(table, line, text))
      batch.characters += line.length + 2 * text.length
    }
    if (batch.rows.length >= ROWS_AN_INSERT || batch.characters >= CHARACTERS_AN_INSERT) await flush()
  })
  await flush()
  await running
}

const emptyBatch = (): { rows: ReadableRow[]; characters: number } => ({ rows: [], characters: 0 })

const readableRow = ({ hasProperties }: RowTable, line: string, text: string): ReadableRow =>
  hasProperties
    ? { line: `${line}\t${tabField(text)}`, flat: tabField(flatProperties(text)) }
    : { line, flat: '' }

async function insertBatch(rows: readonly ReadableRow[], options: CopyPartOptions): Promise<void> {
  if (rows.length === 0) return
  const { target, table, onCopied } = options
  const unread = await insertReadable(target, table.name, table.columns, rows)
  onCopied(rows.length, unread.length)
}
