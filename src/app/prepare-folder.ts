import { requireMatchingStores } from '#pairing/inspect-stores.ts'
import type { Log } from '#shared/log.ts'
import { requireNoRestore } from './restore-backup.ts'
import { requireNoRollback } from './roll-back.ts'
import { keepBeforeUpgrade } from './upgrade-snapshot.ts'

/**
 * Prepares a locked folder. Must be called before a store of the folder is opened. Refuses an incomplete
 * folder, and stores that do not belong together. If this version is going to migrate the stores, it first
 * makes a snapshot of both.
 * @throws Error with a sentence
 */
export async function prepareFolder(dataFolder: string, nowMs: number, log: Log): Promise<void> {
  requireWholeFolder(dataFolder)
  await requireMatchingStores(dataFolder)
  if (await keepBeforeUpgrade(dataFolder, nowMs)) log.warn({}, UPGRADED)
}

/** @throws Error with a sentence if a restore or a rollback of the folder has begun and not ended. */
export function requireWholeFolder(dataFolder: string): void {
  requireNoRestore(dataFolder)
  requireNoRollback(dataFolder)
}

const UPGRADED =
  'The data folder is upgraded to this version. The command rollback restores the earlier data, which is kept for seven days.'
