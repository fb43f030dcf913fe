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
 * The first half of a repair, while no engine has the table attached: takes from it the derived parts whose files may be incomplete.
 * The engine activates a merged or mutated part although a write of it has failed, and deletes its sources later; without it the
 * sources are in use again. Renames and deletes only, so that it works on a full disk. Returns how many parts were taken.
 */
export function setAsideUntrusted(folder: TableFolder, isTrusted: IsTrusted): number {
  dropCutMutations(folder)
  const parts = partsToSetAside(partsIn(folder), isTrusted)
  for (const part of parts) setAside(folder, part)
  return parts.length
}

/**
 * The second half, with the table attached: deletes what was set aside and what the engine could not load, where nothing
 * acknowledged is in it. An insert is acknowledged after all of its writes have succeeded, so that a broken part of an insert
 * that is not trusted was not. The rest is left for the operator.
 */
export function deleteReplaced(folder: TableFolder, isTrusted: IsTrusted): void {
  const parts = partsIn(folder)
  for (const one of setAsideIn(folder)) if (isHeldBy(parts, one.part)) deletePart(one)
  for (const one of brokenPartsIn(folder)) {
    const isUnacknowledged = !isDerived(one.part.name) && !isTrusted(one.part)
    if (isUnacknowledged || isHeldBy(parts, one.part)) deletePart(one)
  }
}

/** Whether the rows of a part are in others: in those it was made of, or in one that was made of it, or made anew. */
const isHeldBy = (parts: readonly StoredPart[], part: StoredPart): boolean =>
  isReplaceable(part, parts) ||
  parts.some(({ name }) => name.text === part.name.text || isMadeFrom(name, part.name))

/** The names of all parts of the tables, by table. */
export const partNamesOf = (folders: readonly TableFolder[]): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(folders.map((folder) => [folder.table, new Set(partNamesIn(folder).map(({ text }) => text))]))
