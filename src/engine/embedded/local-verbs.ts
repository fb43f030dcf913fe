import type { LocalEventStore } from '#engine/local-event-store.ts'
import { remakeTables } from '#engine/migrate-engine.ts'
import { replacedBytes } from '#engine/stored-sizes.ts'
import type { StatementRunner } from '#engine/verbs.ts'
import { checkTables } from './check-tables.ts'

/** Makes the methods of a local event store that are statements of ours. */
export const createLocalVerbs = (
  runner: StatementRunner,
  engineFolder: string,
): Pick<LocalEventStore, 'replacedBytes' | 'check' | 'remakeTables'> => ({
  replacedBytes: () => replacedBytes(runner),
  check: checkTables(runner, engineFolder),
  remakeTables: (folder) => remakeTables(runner, folder),
})
