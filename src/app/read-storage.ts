import { askServer } from '#control/ask-server.ts'
import { FolderInUseError } from '#metadata/database/folder-lock.ts'
import { closeMetadata } from '#metadata/database/open-metadata.ts'
import { processTimer } from '#shared/clock.ts'
import { SILENT } from '#shared/log.ts'
import { NO_OBSERVER } from '#shared/observer.ts'
import { type Closer, closeInReverse } from './closers.ts'
import type { Config } from './config.ts'
import { findStorage, Storage } from './find-storage.ts'
import { openBothStores } from './open-both-stores.ts'
import { openMetadataBesideServer } from './open-metadata-beside.ts'
import { placesOf } from './store-places.ts'

const DEPS = {
  clock: Date.now,
  timer: processTimer,
  log: SILENT,
  observer: NO_OBSERVER,
  stop: () => undefined,
}

/**
 * Returns the space that both stores take. If a server uses the data folder, this server is asked. Stores on
 * PostgreSQL or ClickHouse servers are read directly. `warn` gets a sentence if PostgreSQL does not answer
 * yet.
 */
export async function readStorage(config: Config, warn: (sentence: string) => void): Promise<Storage> {
  const closers: Closer[] = []
  const places = placesOf(config)
  try {
    const opened =
      places.folder === null
        ? await openBeside(config, warn, closers)
        : await openBothStores(config, DEPS, closers)
    return await findStorage({ ...opened, places })
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    return await askServer(config.THROUGHLINE_DATA_DIR, 'storage', async (result) => Storage.parse(result))
  } finally {
    await closeInReverse(closers)
  }
}

async function openBeside(config: Config, warn: (sentence: string) => void, closers: Closer[]) {
  const { address } = placesOf(config).events
  if (address === null) throw new Error('The events are in the data folder.')
  const metadata = await openMetadataBesideServer(config, warn)
  closers.push(() => closeMetadata(metadata))
  const { openServerEvents } = await import('./open-server-events.ts')
  return {
    metadata,
    local: null,
    engine: await openServerEvents(address, config, { ...DEPS, metadata }, closers),
  }
}
