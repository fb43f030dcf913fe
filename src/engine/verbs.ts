import { areDeletionsRewritten, deletionOfEvents, deletionOfRows } from './deletions.ts'
import { readEngineUse } from './engine-readings.ts'
import type { EventStore } from './event-store.ts'
import { type MigrationRecord, migrateEngine } from './migrate-engine.ts'
import { createRootDictionaries, type TableSource } from './root-dictionaries.ts'
import { partsByMonth } from './stored-sizes.ts'
import { listTimeZones } from './time-zones.ts'

/** The part of the event store that runs statements. */
export interface StatementRunner extends Pick<EventStore, 'rows' | 'insert' | 'requireSpace'> {
  /** Runs a statement that changes data or tables. The text must not contain anything from a client. */
  command(text: string): Promise<void>
}

type Verb =
  | 'migrate'
  | 'deleteEvents'
  | 'areDeletionsRewritten'
  | 'deleteRows'
  | 'reloadRoots'
  | 'partsByMonth'
  | 'timeZones'
  | 'use'

/** What the statements of one form of the event store need to know. */
export interface VerbOptions {
  readonly record: MigrationRecord
  readonly rootSource: TableSource
}

/** Makes the methods of the event store whose statements are written in this folder, not by the caller. */
export const createVerbs = (
  runner: StatementRunner,
  { record, rootSource }: VerbOptions,
): Pick<EventStore, Verb> => ({
  migrate: (folder) => migrateEngine(runner, record, folder),
  deleteEvents: (events) => runner.command(deletionOfEvents(events)),
  areDeletionsRewritten: () => areDeletionsRewritten(runner),
  deleteRows: (table, projectId) => runner.command(deletionOfRows(table, projectId)),
  reloadRoots: createRootDictionaries(runner, rootSource),
  partsByMonth: () => partsByMonth(runner),
  timeZones: () => listTimeZones(runner),
  use: () => readEngineUse(runner),
})
