import { areDeletionsRewritten, deletionOfEvents, deletionOfRows } from './deletions.ts'
import { readEngineUse } from './engine-readings.ts'
import type { EventStore } from './event-store.ts'
import { type MigrationRecord, migrateEngine } from './migrate-engine.ts'
import type { Places } from './places.ts'
import { createRootDictionaries, type TableSource } from './root-dictionaries.ts'
import { partsByMonth } from './stored-sizes.ts'
import { listTimeZones } from './time-zones.ts'
import { findUsedNumbers } from './used-numbers.ts'

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
  | 'emptyCopy'
  | 'reloadRoots'
  | 'partsByMonth'
  | 'timeZones'
  | 'use'
  | 'usedNumbers'

/** What the statements of one form of the event store need to know. */
export interface VerbOptions {
  readonly record: MigrationRecord
  readonly rootSource: TableSource
  readonly places: Places
}

/** Makes the methods of the event store whose statements are written in this folder, not by the caller. */
export const createVerbs = (
  runner: StatementRunner,
  { record, rootSource, places }: VerbOptions,
): Pick<EventStore, Verb> => ({
  migrate: (folder) => migrateEngine(runner, places.define, record, folder),
  deleteEvents: (events) => places.changeRows('events', (stored) => deletionOfEvents(events, stored)),
  areDeletionsRewritten: () => areDeletionsRewritten(places),
  deleteRows: (table, projectId) => places.changeRows(table, (stored) => deletionOfRows(stored, projectId)),
  emptyCopy: (table) => places.changeRows(table, (stored) => `TRUNCATE TABLE ${stored}`),
  reloadRoots: createRootDictionaries(runner, places, rootSource),
  partsByMonth: () => partsByMonth(places),
  timeZones: () => listTimeZones(runner),
  use: () => readEngineUse(places),
  usedNumbers: (sinceS = null) => findUsedNumbers(places, sinceS),
})
