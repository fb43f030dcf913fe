import { isDerived, isMadeFrom } from './part-name.ts'
import {
  brokenPartsIn,
  deletePart,
  dropCutMutations,
  partNamesIn,
  partsIn,
  setAside,
  setAsideIn,
  type TableFolder,
} from './table-folder.ts'
import { isReplaceable, partsToSetAside, type StoredPart } from './untrusted-parts.ts'

export type IsTrusted = (part: StoredPart) => boolean

/**
 * First half of a repair, while the engine does not have the table attached: moves derived parts out of the
 * table if their files may be incomplete. Returns the number of moved parts.
 * The engine activates a merged or mutated part even if a write of it failed, and deletes the part's
 * sources later. Once the derived part is gone, the sources are in use again.
 * The repair only renames and deletes, so it works on a full disk.
 */
export function setAsideUntrusted(folder: TableFolder, isTrusted: IsTrusted): number {
  dropCutMutations(folder)
  const parts = partsToSetAside(partsIn(folder), isTrusted)
  for (const part of parts) setAside(folder, part)
  return parts.length
}

/**
 * Second half of a repair, with the table attached: deletes the parts that were set aside and the parts
 * that the engine could not load, if they hold nothing acknowledged.
 * An insert is acknowledged only after all of its writes have succeeded. So a broken part of an insert that
 * is not trusted was never acknowledged. All other parts are left for the operator.
 */
export function deleteReplaced(folder: TableFolder, isTrusted: IsTrusted): void {
  const parts = partsIn(folder)
  for (const one of setAsideIn(folder)) if (isHeldBy(parts, one.part)) deletePart(one)
  for (const one of brokenPartsIn(folder)) {
    const isUnacknowledged = !isDerived(one.part.name) && !isTrusted(one.part)
    if (isUnacknowledged || isHeldBy(parts, one.part)) deletePart(one)
  }
}

/**
 * Returns whether other parts hold the rows of the part: its sources, a part that was made from it, or a
 * new part of the same name.
 */
const isHeldBy = (parts: readonly StoredPart[], part: StoredPart): boolean =>
  isReplaceable(part, parts) ||
  parts.some(({ name }) => name.text === part.name.text || isMadeFrom(name, part.name))

/** Names of all parts, by table. */
export const partNamesOf = (folders: readonly TableFolder[]): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(folders.map((folder) => [folder.table, new Set(partNamesIn(folder).map(({ text }) => text))]))
