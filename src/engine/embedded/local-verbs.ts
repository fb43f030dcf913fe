import type { LocalEventStore } from '#engine/local-event-store.ts'
import { remakeTables } from '#engine/migrate-engine.ts'
import { replacedBytes } from '#engine/stored-sizes.ts'
import type { StatementRunner } from '#engine/verbs.ts'
import { checkTables } from './check-tables.ts'

/**
 * Makes the methods that only a local event store has, and whose statements are written in `src/engine`.
 * `insertAccepted` resolves when all rows that were accepted are in their tables.
 */
export const createLocalVerbs = (
  runner: StatementRunner,
  engineFolder: string,
  insertAccepted: () => Promise<void>,
): Pick<LocalEventStore, 'replacedBytes' | 'check' | 'remakeTables'> => ({
  replacedBytes: () => replacedBytes(runner),
  check: checkTables(runner, engineFolder),
  remakeTables: (folder) => remakeTables(runner, folder, insertAccepted),
})
