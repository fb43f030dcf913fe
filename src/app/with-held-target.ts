import { existsSync, readdirSync } from 'node:fs'
import { LOCK_FILE, PID_FILE } from '#metadata/database/folder-lock.ts'
import { hasMetadata } from '#metadata/database/metadata-files.ts'
import { type Closer, closeInReverse } from './closers.ts'
import type { Config } from './config.ts'
import { holdPlaces } from './hold-places.ts'
import { placesOf } from './store-places.ts'
import type { MoveDeps } from './with-move-source.ts'

/**
 * Calls `use` while this process holds the places of `to` that `from` does not have.
 * @throws Error with a sentence if another process has them, or if a folder has other files
 */
export async function withHeldTarget<T>(
  from: Config,
  to: Config,
  deps: MoveDeps,
  use: () => Promise<T>,
): Promise<T> {
  const [source, target] = [placesOf(from), placesOf(to)]
  const folder = target.folder === source.folder ? null : target.folder
  const url = target.metadata.url === source.metadata.url ? null : target.metadata.url
  if (folder !== null) requireEmptyFolder(folder)
  const holds: Closer[] = []
  try {
    await holdPlaces({ folder, metadata: { url } }, deps, holds)
    return await use()
  } finally {
    await closeInReverse(holds)
  }
}

/** A folder that has only these names counts as empty. */
const OF_NO_STORE = [LOCK_FILE, PID_FILE, 'lost+found']

/** @throws Error with a sentence. A folder with metadata can be the target of a move that was interrupted. */
function requireEmptyFolder(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !OF_NO_STORE.includes(name)) : []
  if (names.length > 0 && !hasMetadata(folder))
    throw new Error(
      `The folder ${folder} is not empty: it has ${names.slice(0, 5).join(', ')}. Nothing was changed. Name an empty folder.`,
    )
}
