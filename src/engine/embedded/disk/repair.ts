import type { Log } from '#shared/log.ts'
import { deleteReplaced, type IsTrusted, partNamesOf, setAsideUntrusted } from './repair-tables.ts'
import { brokenPartsIn, type TableFolder, tableFolders } from './table-folder.ts'

export interface RepairDeps {
  readonly engineFolder: string
  readonly command: (text: string) => Promise<void>
  /** Returns the engine's count of failed writes. */
  readonly failedWrites: () => Promise<number>
}
export type PartNames = ReadonlyMap<string, ReadonlySet<string>>

export interface Repaired {
  /**
   * The engine's count of failed writes. Like `names`, it was read between the two halves of the repair, when
   * nothing could write.
   */
  readonly failedWrites: number
  readonly names: PartNames
  /** Number of merged and mutated parts that were replaced by their sources. */
  readonly setAside: number
}

/**
 * Detaches all tables and attaches them again without parts that may be incomplete: derived parts that are
 * not in `trusted`. No query may run meanwhile.
 * Repeating a repair is harmless, even after a repair that failed halfway.
 */
export async function repair(deps: RepairDeps, trusted: PartNames): Promise<Repaired> {
  const folders = tableFolders(deps.engineFolder)
  const trustIn =
    ({ table }: TableFolder): IsTrusted =>
    ({ name }) =>
      trusted.get(table)?.has(name.text) ?? false
  for (const { table } of folders) await deps.command(`DETACH TABLE IF EXISTS ${table} SYNC`)
  let setAside = 0
  for (const folder of folders) setAside += setAsideUntrusted(folder, trustIn(folder))
  const names = partNamesOf(folders)
  const failedWrites = await deps.failedWrites()
  for (const { table } of folders) await deps.command(`ATTACH TABLE IF NOT EXISTS ${table}`)
  for (const folder of folders) deleteReplaced(folder, trustIn(folder))
  return { failedWrites, names, setAside }
}

/**
 * Logs each part that the engine could not load and that no other part replaces. Returns the number of
 * these parts.
 */
export function reportBrokenParts(engineFolder: string, log: Log): number {
  const broken = tableFolders(engineFolder).flatMap((folder) =>
    brokenPartsIn(folder).map(({ part, path }) => ({ table: folder.table, part, path })),
  )
  for (const { table, part, path } of broken)
    log.warn(
      { table, month: part.name.partition, rows: part.rows, path },
      'A part of the event store cannot be read: answers lack its rows. Restore the data folder from a backup, or delete the folder of the part to accept the loss.',
    )
  return broken.length
}
