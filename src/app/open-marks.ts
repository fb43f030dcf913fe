import type { LocalEventStore } from '#engine/local-event-store.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { eventsFolder } from '#pairing/events-folder.ts'
import { openStoreMarks } from '#pairing/store-marks.ts'
import type { Log } from '#shared/log.ts'
import type { Closer } from './closers.ts'

interface MarksDeps {
  readonly engine: LocalEventStore
  readonly metadata: Metadata
  readonly dataFolder: string
  readonly log: Log
}

/**
 * Opens the marks of both stores. They advance a last time when the process stops. At that time nothing
 * writes any more, and both stores are still open.
 */
export async function openMarks({ engine, metadata, dataFolder, log }: MarksDeps, closers: Closer[]) {
  const marks = await openStoreMarks({ engine, metadata, engineFolder: eventsFolder(dataFolder) })
  closers.push(async () => {
    // If the marks stay too low, a loss can go unnoticed; nothing else depends on them.
    await marks
      .advance()
      .catch((error: unknown) => log.warn({ err: error }, 'The marks of the two stores are not up to date'))
    await marks.close()
  })
  return marks
}
