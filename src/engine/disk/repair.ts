import type { Log } from '#shared/log.ts'
import { deleteReplaced, type IsTrusted, partNamesOf, setAsideUntrusted } from './repair-tables.ts'
import { brokenPartsIn, type TableFolder, tableFolders } from './table-folder.ts'

export interface RepairDeps {
  readonly engineFolder: string
  readonly command: (text: string) => Promise<void>
  /** The engine's count of failed writes. */
  readonly failedWrites: () => Promise<number>
}
export type PartNames = ReadonlyMap<string, ReadonlySet<string>>

export interface Repaired {
  /** The count and the parts between the two halves, when nothing could write. */
  readonly failedWrites: number
  readonly names: PartNames
  /** Merged and mutated parts that gave way to the parts they were made of. */
  readonly setAside: number
}

/**
 * Takes all tables apart and puts them together without the parts that may be incomplete, which are those that are not among
 * `trusted`. No query may run meanwhile. Repeating it is harmless, also after a failure in the middle.
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

/** Logs each part that the engine could not load and that no other part replaces. Returns how many there are. */
export function reportBrokenParts(engineFolder: string, log: Log): number {
  const broken = tableFolders(engineFolder).flatMap((folder) =>
    brokenPartsIn(folder).map(({ part, path }) => ({ table: folder.table, part, path })),
  )
  for (const { table, part, path } of broken)
    log.warn(
      { table, month: part.name.partition, rows: part.rows, path },
      'A part of the event store cannot be read: questions lack its rows. Restore the data folder from a backup, or delete the folder of the part to accept the loss.',
    )
  return broken.length
}
