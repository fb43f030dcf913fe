import { deleteReplaced, type IsTrusted, setAsideUntrusted } from './repair-tables.ts'
import { partsIn, type TableFolder, tableFolders, writtenMs } from './table-folder.ts'

/**
 * Parts that were written at most this long before the last write are not trusted. The time is much longer
 * than the time from a failed write to the next look at the engine's count of failed writes.
 */
const DOUBTFUL_MS = 120_000

/**
 * Repairs a folder that its last process did not close, before the engine opens it. A process that was
 * killed on a full disk has left no count of its failed writes.
 * The merged and mutated parts of its last two minutes are replaced by their sources, which the engine
 * merges again. The returned function deletes the replaced parts; call it once the engine has opened the
 * tables.
 */
export function settleTables(engineFolder: string): () => void {
  const settled = tableFolders(engineFolder).map((folder) => {
    const isTrusted = isOlder(folder)
    setAsideUntrusted(folder, isTrusted)
    return { folder, isTrusted }
  })
  return () => {
    for (const { folder, isTrusted } of settled) deleteReplaced(folder, isTrusted)
  }
}

// Returns whether a part was written long before the last write to its table. Compares file times with each
// other only, because the process clock may have been changed since.
function isOlder(folder: TableFolder): IsTrusted {
  const times = new Map(partsIn(folder).map((part) => [part.name.text, writtenMs(folder, part)]))
  const sinceMs = Math.max(...times.values()) - DOUBTFUL_MS
  return ({ name }) => (times.get(name.text) ?? 0) < sinceMs
}
