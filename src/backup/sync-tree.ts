import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '#shared/sync-path.ts'

/** Resolves when all files and names in a folder are on disk. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncPath(path)
  }
  await syncPath(folder)
}
