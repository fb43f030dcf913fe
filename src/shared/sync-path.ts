import { open } from 'node:fs/promises'

/** Resolves when the content of a file, or the names in a folder, are on disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
