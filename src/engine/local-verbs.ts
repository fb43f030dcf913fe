import { checkTables } from './check-tables.ts'
import type { LocalEventStore } from './local-event-store.ts'
import { remakeTables } from './migrate-engine.ts'
import { replacedBytes } from './stored-sizes.ts'
import type { StatementRunner } from './verbs.ts'

/** Makes the methods of a local event store that are statements of ours. */
export const createLocalVerbs = (
  runner: StatementRunner,
  engineFolder: string,
): Pick<LocalEventStore, 'replacedBytes' | 'check' | 'remakeTables'> => ({
  replacedBytes: () => replacedBytes(runner),
  check: checkTables(runner, engineFolder),
  remakeTables: (folder) => remakeTables(runner, folder),
})
