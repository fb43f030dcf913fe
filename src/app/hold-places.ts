import { lockFolder } from '#metadata/database/folder-lock.ts'
import type { Closer } from './closers.ts'
import type { HoldDeps } from './hold-database.ts'

/** What a process holds while it uses the stores there: the lock of a folder, and a database. */
interface HeldPlaces {
  readonly folder: string | null
  readonly metadata: { readonly url: string | null }
}

/**
 * Holds the places of both stores for this process. Nobody gets in between while it opens and closes the
 * stores there several times.
 * @throws NodeTakenError or FolderInUseError if another process has them
 */
export async function holdPlaces(
  { folder, metadata: { url } }: HeldPlaces,
  deps: HoldDeps,
  closers: Closer[],
): Promise<void> {
  if (folder !== null) {
    const lock = lockFolder(folder)
    closers.push(() => lock.release())
  }
  if (url === null) return
  const { waitAndHold } = await import('./open-held-database.ts')
  await waitAndHold(url, deps, closers)
}
