import { areDeletionsRewritten, deletionOfEvents, deletionOfRows } from './deletions.ts'
import type { Engine } from './engine.ts'
import { readEngineUse } from './engine-readings.ts'
import { migrateEngine, remakeTables } from './migrate-engine.ts'
import { createRootDictionaries } from './root-dictionaries.ts'
import { partsByMonth, replacedBytes } from './stored-sizes.ts'
import { listTimeZones } from './time-zones.ts'

/** The part of the event store that runs statements. */
export interface StatementRunner extends Pick<Engine, 'rows' | 'insert' | 'requireSpace'> {
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
  | 'replacedBytes'
  | 'remakeTables'

/** Makes the methods of the event store that are statements of ours. */
export const createVerbs = (runner: StatementRunner): Pick<Engine, Verb> => ({
  migrate: (folder) => migrateEngine(runner, folder),
  deleteEvents: (events) => runner.command(deletionOfEvents(events)),
  areDeletionsRewritten: () => areDeletionsRewritten(runner),
  deleteRows: (table, projectId) => runner.command(deletionOfRows(table, projectId)),
  reloadRoots: createRootDictionaries(runner),
  partsByMonth: () => partsByMonth(runner),
  timeZones: () => listTimeZones(runner),
  use: () => readEngineUse(runner),
  replacedBytes: () => replacedBytes(runner),
  remakeTables: (folder) => remakeTables(runner, folder),
})
