import { type StoredMonth, storedMonths } from '#listings/storage.ts'
import { checkMetadata, closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import { createProjectStore } from '#metadata/projects/project-store.ts'
import { requireMatchingStores } from '#pairing/inspect-stores.ts'
import { SILENT } from '#shared/log.ts'
import { type Closer, closeInReverse } from './closers.ts'
import type { Config } from './config.ts'
import { openEngine } from './open-engine.ts'

export interface Verified {
  readonly projects: readonly { readonly id: number; readonly name: string }[]
  readonly persons: number
  readonly insights: number
  readonly months: readonly StoredMonth[]
  /** A sentence for each thing that cannot be read; empty if everything can be read. */
  readonly faults: readonly string[]
}

/**
 * Opens both stores of a folder that nothing else uses, migrates them, reads all their files and counts rows.
 * This changes the folder, so the caller must give it a copy. `progress` gets the number of tables that have
 * been read.
 */
export async function verifyStores(
  given: Config,
  folder: string,
  progress: (done: number, all: number) => void,
): Promise<Verified> {
  const config = { ...given, THROUGHLINE_DATA_DIR: folder }
  await requireMatchingStores(folder)
  const closers: Closer[] = []
  try {
    const metadata = await openMetadata(folder)
    closers.push(() => closeMetadata(metadata))
    const engine = await openEngine(config, SILENT, closers)
    const faults = await checkMetadata(metadata)
    const { brokenParts } = engine.diskState()
    if (brokenParts > 0) faults.push(`${brokenParts} parts of the event store cannot be read.`)
    faults.push(...(await engine.check(progress)))
    const count = async (from: 'person' | 'insight') =>
      Number(
        (
          await metadata
            .selectFrom(from)
            .select((e) => e.fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      )
    return {
      projects: await createProjectStore(metadata).all(),
      persons: await count('person'),
      insights: await count('insight'),
      months: await storedMonths(engine, null, null),
      faults,
    }
  } finally {
    await closeInReverse(closers)
  }
}
