import { askServer } from '#control/ask-server.ts'
import { FolderInUseError, lockFolder } from '#metadata/database/folder-lock.ts'
import { closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import { SILENT } from '#shared/log.ts'
import { type Closer, closeInReverse } from './closers.ts'
import type { Config } from './config.ts'
import { findStorage, Storage } from './find-storage.ts'
import { openEngine } from './open-engine.ts'
import { prepareFolder } from './prepare-folder.ts'
import { noteVersion } from './schema-version.ts'
import { placesOf } from './store-places.ts'

/** Returns the space that a data folder takes. If a server uses the folder, that server is asked. */
export async function readStorage(config: Config): Promise<Storage> {
  const dataFolder = config.THROUGHLINE_DATA_DIR
  const closers: Closer[] = []
  try {
    const lock = lockFolder(dataFolder)
    closers.push(() => lock.release())
    const log = SILENT
    await prepareFolder(dataFolder, Date.now(), log)
    const metadata = await openMetadata(dataFolder)
    closers.push(() => closeMetadata(metadata))
    const engine = await openEngine(config, log, closers)
    await noteVersion(dataFolder)
    return await findStorage({ engine, local: engine, metadata, places: placesOf(config) })
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    return await askServer(dataFolder, 'storage', async (result) => Storage.parse(result))
  } finally {
    await closeInReverse(closers)
  }
}
