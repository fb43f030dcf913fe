import { z } from 'zod'
import { EngineError, toEngineError } from '#engine/engine-error.ts'
import type { EventStore } from '#engine/event-store.ts'
import { insertReadable } from '#engine/insert-readable.ts'
import type { ReadableRow } from '#engine/readable-row.ts'
import { bound, identifier, sql } from '#fragments/fragment.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { groupBy } from '#shared/group-by.ts'
import type { KeptSpace } from './kept-space.ts'
import type { LoggedRows } from './log-records.ts'

export interface ApplyDeps {
  /** The engine itself, without the log. */
  readonly tables: Pick<EventStore, 'rows' | 'insert'>
  readonly space: Pick<KeptSpace, 'give'>
  /** Writes a line to the operator's log. */
  readonly warn: (sentence: string) => void
}

/** Number of times an insert is tried while writes to the disk fail. Each failure repairs the tables. */
const MAX_ATTEMPTS = 2

/**
 * Inserts logged rows into their tables, with one insert for each table and month. `isRepeated` says that
 * some of the rows may be there already, after a crash or a failure: events are then looked up by their
 * uuids. Rows of other tables can be inserted again, because rows with the same key count as one.
 * @throws EngineError `disk_full` or `insert_failed`
 */
export async function applyRows(
  deps: ApplyDeps,
  logged: readonly LoggedRows[],
  isRepeated: boolean,
): Promise<void> {
  try {
    for (const part of partsOf(logged)) await applyPart(deps, part, isRepeated)
  } catch (error) {
    const { kind, code, message } = toEngineError(error)
    throw new EngineError(kind === 'disk_full' ? kind : 'insert_failed', message, code)
  }
}

async function applyPart(deps: ApplyDeps, part: LoggedRows, isRepeated: boolean): Promise<void> {
  let mayBeStored = isRepeated
  for (let attempt = 1; ; attempt++)
    try {
      const rows = mayBeStored ? await missingOf(deps.tables, part) : part.rows
      const unreadable = await insertReadable(deps.tables, part.table, part.columns, rows)
      if (unreadable.length > 0) deps.warn(unreadableIn(part.table, unreadable.length))
      return
    } catch (error) {
      const { kind } = toEngineError(error)
      const isUnsure = kind === 'unsure'
      // The rows were accepted, so they must become visible although the disk is full by now.
      const hasSpace = (isUnsure || kind === 'disk_full') && (await deps.space.give())
      if (attempt === MAX_ATTEMPTS || !(isUnsure || hasSpace)) throw error
      mayBeStored = true
    }
}

const unreadableIn = (table: string, rows: number) =>
  `The properties of ${rows} rows of the table ${table} cannot be parsed: queries see no properties of them.`

// The table of events has a partition for each month. The engine stores the rows of one partition as a whole
// or not at all.
function partsOf(logged: readonly LoggedRows[]): LoggedRows[] {
  const parts = new Map<string, { table: string; columns: readonly string[]; rows: ReadableRow[] }>()
  for (const { table, columns, rows } of logged) {
    const day = table === 'events' ? columns.indexOf('day') : -1
    for (const row of rows) {
      const month = day < 0 ? '' : fieldOf(row, day).slice(0, 7)
      const key = [table, month, ...columns].join()
      const part = parts.get(key)
      if (part === undefined) parts.set(key, { table, columns, rows: [row] })
      else part.rows.push(row)
    }
  }
  return [...parts.values()]
}

const fieldOf = ({ line }: ReadableRow, index: number): string => line.split('\t', index + 1)[index] ?? ''

const StoredRow = z.object({ project_id: z.number(), uuid: z.string() })

async function missingOf(
  tables: Pick<EventStore, 'rows'>,
  { table, columns, rows }: LoggedRows,
): Promise<readonly ReadableRow[]> {
  if (table !== 'events') return rows
  const at = (name: string) => columns.indexOf(name)
  const idOf = (row: ReadableRow) => `${fieldOf(row, at('project_id'))} ${fieldOf(row, at('uuid'))}`
  const days = [...new Set(rows.map((row) => fieldOf(row, at('day'))))]
  const byProject = groupBy(
    rows,
    (row) => fieldOf(row, at('project_id')),
    (row) => fieldOf(row, at('uuid')),
  )
  const stored = new Set<string>()
  const lists = [...byProject].flatMap(([projectId, all]) =>
    [...chunksOf(all, MAX_UUIDS)].map((uuids) => ({ projectId, uuids })),
  )
  for (const { projectId, uuids } of lists) {
    const query = sql`SELECT project_id, toString(uuid) AS uuid
FROM ${identifier('events')}
WHERE project_id = ${bound('UInt32', Number(projectId))}
  AND day IN ${bound('Array(String)', days)}
  AND uuid IN ${bound('Array(String)', uuids)}`
    for (const row of await tables.rows(query, LOOK_UP)) {
      const { project_id, uuid } = StoredRow.parse(row)
      stored.add(`${project_id} ${uuid}`)
    }
  }
  return rows.filter((row) => !stored.has(idOf(row)))
}

/** Largest list of uuids in one query. A uuid takes 40 bytes of the query's text. */
const MAX_UUIDS = 20_000
const LOOK_UP = { name: 'engine.logged_uuids', projectId: null, isUpkeep: true }
