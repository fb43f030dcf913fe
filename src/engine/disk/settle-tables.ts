import { deleteReplaced, type IsTrusted, setAsideUntrusted } from './repair-tables.ts'
import { partsIn, type TableFolder, tableFolders, writtenMs } from './table-folder.ts'

/** Far longer than the engine takes from a failed write to the next look at its count of them. */
const DOUBTFUL_MS = 120_000

/**
 * For a folder that its last process did not close, before the engine opens it: a process that was killed on a full disk has
 * left no count of its failed writes. The merged and mutated parts of its last two minutes give way to their sources, which
 * the engine merges again. The function that is returned deletes them, once the engine has the tables open.
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

// By the clock of the file system alone: that of the process may have been set since.
function isOlder(folder: TableFolder): IsTrusted {
  const times = new Map(partsIn(folder).map((part) => [part.name.text, writtenMs(folder, part)]))
  const sinceMs = Math.max(...times.values()) - DOUBTFUL_MS
  return ({ name }) => (times.get(name.text) ?? 0) < sinceMs
}
