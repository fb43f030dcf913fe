import { areDeletionsRewritten, deletionOfEvents, deletionOfRows } from './deletions.ts'
import { readEngineUse } from './engine-readings.ts'
import type { EventStore } from './event-store.ts'
import { migrateEngine } from './migrate-engine.ts'
import { createRootDictionaries } from './root-dictionaries.ts'
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

/** Makes the methods of the event store whose statements are written in this folder, not by the caller. */
export const createVerbs = (runner: StatementRunner): Pick<EventStore, Verb> => ({
  migrate: (folder) => migrateEngine(runner, folder),
  deleteEvents: (events) => runner.command(deletionOfEvents(events)),
  areDeletionsRewritten: () => areDeletionsRewritten(runner),
  deleteRows: (table, projectId) => runner.command(deletionOfRows(table, projectId)),
  reloadRoots: createRootDictionaries(runner),
  partsByMonth: () => partsByMonth(runner),
  timeZones: () => listTimeZones(runner),
  use: () => readEngineUse(runner),
})
