import { join } from 'node:path'
import { toEngineError } from '#engine/engine-error.ts'
import type { EventStore } from '#engine/event-store.ts'
import { insertRead } from '#engine/insert-readable.ts'
import { recordInStore } from '#engine/migrate-engine.ts'
import { onePlace } from '#engine/places.ts'
import type { TableSource } from '#engine/root-dictionaries.ts'
import { createVerbs, type StatementRunner, type VerbOptions } from '#engine/verbs.ts'
import { identifier, sql } from '#fragments/fragment.ts'
import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import { createLocalVerbs } from './local-verbs.ts'
import { openKeptSpace } from './write-ahead/kept-space.ts'
import { openLogFiles } from './write-ahead/log-files.ts'
import { type Reads, readAfterLog } from './write-ahead/read-after-log.ts'
import { openWriteAheadLog, type WriteAheadLog } from './write-ahead/write-ahead-log.ts'

/** Statements and results on the tables of the engine, without its write-ahead log. */
export interface Tables extends StatementRunner, Reads {
  /** Inserts rows that were accepted already, and so may take the last space of the disk. */
  readonly insertAccepted: EventStore['insert']
}

export interface LoggedStoreOptions {
  /** Folder of the engine. */
  readonly folder: string
  readonly timer: Timer
  readonly log: Log
}

/** Puts the write-ahead log before the tables: small inserts go into it, and each query waits for it. */
export async function openLoggedStore(tables: Tables, { folder, timer, log: lines }: LoggedStoreOptions) {
  const logFolder = join(folder, 'write-ahead')
  const log = await openWriteAheadLog({
    tables: { rows: tables.rows, insert: tables.insertAccepted },
    files: openLogFiles(logFolder),
    space: openKeptSpace(logFolder),
    timer,
    warn: (sentence) => lines.warn({}, sentence),
  })
  const reads = readAfterLog(tables, log)
  const insert: EventStore['insert'] = async (...rows) => {
    log.requireOpen()
    await tables.insert(...rows)
  }
  const verbs = createVerbs({ ...tables, ...reads }, formOf(tables, reads, log))
  const store = {
    ...reads,
    ...verbs,
    // Schema files may read rows, and may change the columns that the rows of the log have.
    async migrate(schemaFolder: string) {
      await log.cleared().catch(unlessTableIsLost)
      return verbs.migrate(schemaFolder)
    },
    ...createLocalVerbs(tables, folder, log.cleared),
    insert,
    insertDeferrable(...[table, columns, rows]: Parameters<EventStore['insertDeferrable']>) {
      if (log.takesRows()) return log.append({ table, columns, rows })
      // The client then waits for the engine, and knows if it takes no rows.
      return insertRead({ insert }, table, columns, rows)
    },
    async command(text: string) {
      // A statement may be what makes room for the rows of the log.
      await log.cleared().catch(() => undefined)
      await tables.command(text)
    },
  }
  return { store, log }
}

/** The engine has one database and one user, without a password. */
const OWN_TABLES: TableSource = { options: sql``, table: (name) => sql`${identifier(name)}` }

function formOf(tables: Tables, { rows }: Reads, log: WriteAheadLog): VerbOptions {
  const places = onePlace({ rows, command: tables.command })
  return {
    // The record is read and written without the log, whose rows cannot be inserted while a table is lost.
    record: recordInStore(tables),
    rootSource: OWN_TABLES,
    places: {
      ...places,
      changeRows: (table, statement) => log.cleared().then(() => places.changeRows(table, statement)),
    },
  }
}

const UNKNOWN_TABLE = 60

// The rows of a table that was lost are inserted when the table is there again.
function unlessTableIsLost(error: unknown): void {
  const { code, message } = toEngineError(error)
  if (code !== UNKNOWN_TABLE)
    throw new Error(`The events that were accepted last cannot be put into their table: ${message}`)
}
