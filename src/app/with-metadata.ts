import { closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { type Closer, closeInReverse } from './closers.ts'
import type { Config } from './config.ts'
import { placesOf } from './store-places.ts'
import type { MoveDeps } from './with-move-source.ts'

/** Calls `work` with the metadata of a folder. */
export async function inFolder(folder: string, work: (metadata: Metadata) => Promise<void>): Promise<void> {
  const metadata = await openMetadata(folder)
  try {
    await work(metadata)
  } finally {
    await closeMetadata(metadata)
  }
}

/** Calls `work` with the metadata of the settings, which this process holds. */
export async function withMetadataOf(
  config: Config,
  deps: MoveDeps,
  work: (metadata: Metadata) => Promise<void>,
): Promise<void> {
  const { folder, url } = placesOf(config).metadata
  if (url === null) return inFolder(folder, work)
  const closers: Closer[] = []
  try {
    const { openHeldDatabase } = await import('./open-held-database.ts')
    await work(await openHeldDatabase(url, { ...deps, isHeld: true }, closers))
  } finally {
    await closeInReverse(closers)
  }
}
