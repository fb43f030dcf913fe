import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLOSED } from '#backup/snapshot.ts'
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts'
import type { LocalEventStore } from '#engine/local-event-store.ts'
import { isDiskFull } from '#metadata/database/disk-full.ts'
import { eventsFolder } from '#pairing/events-folder.ts'
import { processTimer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import { NO_OBSERVER, type Observer } from '#shared/observer.ts'
import type { Closer } from './closers.ts'
import type { Config } from './config.ts'
import { ENGINE_MIGRATIONS } from './schema-version.ts'

const MiB = 1024 * 1024

/** Opens the event store of a data folder and migrates it. This process must have locked the folder. */
export async function openEngine(
  config: Config,
  log: Log,
  closers: Closer[],
  observer: Observer = NO_OBSERVER,
): Promise<LocalEventStore> {
  const folder = eventsFolder(config.THROUGHLINE_DATA_DIR)
  // The last process wrote this file after it had closed the engine, when every part was known to be
  // complete.
  const closed = join(config.THROUGHLINE_DATA_DIR, CLOSED)
  const wasClosed = existsSync(closed)
  rmSync(closed, { force: true })
  const engine = await openEmbeddedEngine({
    folder,
    memoryBytes: config.THROUGHLINE_ENGINE_MEMORY_MIB * MiB,
    queryMemoryBytes: config.THROUGHLINE_QUERY_MEMORY_MIB * MiB,
    querySeconds: config.THROUGHLINE_QUERY_SECONDS,
    waitingQueries: config.THROUGHLINE_WAITING_QUERIES,
    reservedDiskBytes: config.THROUGHLINE_RESERVED_DISK_MIB * MiB,
    // This timer uses real time, because a disk fills up in real time, even if a test has set another time
    // for the duties.
    timer: processTimer,
    log,
    observer,
    wasClosed,
  })
  closers.push(async () => {
    await engine.close()
    noteClosed(closed)
  })
  await engine.migrate(ENGINE_MIGRATIONS)
  return engine
}

// Writes the file that says that the engine was closed. If the disk is full, the file is left out. The next
// start then does more work than necessary, but the stop need not wait until the disk has space.
function noteClosed(file: string): void {
  try {
    writeFileSync(file, '')
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}
