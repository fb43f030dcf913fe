import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { snapshotOpenStores } from '#backup/snapshot.ts'
import { serveControl } from '#control/serve-control.ts'
import { socketPath } from '#control/socket-path.ts'
import type { LocalEventStore } from '#engine/local-event-store.ts'
import { randomText } from '#shared/random-text.ts'
import type { Closer } from './closers.ts'
import { findStorage, type StorageDeps } from './find-storage.ts'
import { schemaOf } from './schema-version.ts'
import { SNAPSHOTS } from './snapshots-folder.ts'

export interface ControlDeps extends StorageDeps {
  readonly local: LocalEventStore | null
  readonly dataFolder: string
  /** Returns the address at which the server listens; null before it listens. */
  readonly url: () => string | null
}

/**
 * Opens the socket for commands that run in another process. This process has the event store open, so it
 * must do their work.
 */
export async function openControl(deps: ControlDeps, closers: Closer[]): Promise<void> {
  const snapshots = join(deps.dataFolder, SNAPSHOTS)
  // A process that was killed may have left snapshots.
  rmSync(snapshots, { recursive: true, force: true })
  const control = await serveControl(socketPath(deps.dataFolder), {
    snapshot: (whenDone) => makeSnapshot(deps, join(snapshots, randomText(16)), whenDone),
    storage: () => findStorage(deps),
    address: async () => {
      const url = deps.url()
      if (url === null) throw new Error('The server is starting: try again in a moment.')
      return { url }
    },
  })
  closers.push(() => control.close())
}

async function makeSnapshot(deps: ControlDeps, folder: string, whenDone: Promise<void>) {
  const { local, metadata, dataFolder } = deps
  if (local === null || deps.places.metadata.folder === null) throw new Error(NOT_IN_FOLDER)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    await snapshotOpenStores({ engine: local, metadata, dataFolder }, folder)
  } catch (error) {
    remove()
    throw error
  }
  void whenDone.then(remove)
  return { folder, migrations: schemaOf() }
}

const NOT_IN_FOLDER =
  'A backup of the data folder alone is not whole, because a store is on a server. docs/cluster.md says how to back up servers.'
