import { z } from 'zod'
import { tableFolders } from '#engine/disk/table-folder.ts'
import { identifier, sql } from '#fragments/fragment.ts'
import { type StoredMonth, storedMonths } from '#listings/storage.ts'
import { checkMetadata, closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import { createProjectStore } from '#metadata/projects/project-store.ts'
import { eventsFolder, requireMatchingStores } from '#pairing/inspect-stores.ts'
import { SILENT } from '#shared/log.ts'
import { type Closer, closeInReverse } from './closers.ts'
import type { Config } from './config.ts'
import { openEngine } from './open-engine.ts'

export interface Verified {
  readonly projects: readonly { readonly id: number; readonly name: string }[]
  readonly persons: number
  readonly insights: number
  readonly months: readonly StoredMonth[]
  /** Sentences about what cannot be read; empty if everything can be read. */
  readonly faults: readonly string[]
}

const Checked = z.object({ part_path: z.string(), is_passed: z.coerce.number(), message: z.string() })

/**
 * Opens both stores of a folder that nothing else uses, migrates them, reads all their files and counts
 * rows. This changes the folder, so give it a copy. `progress` is told how many of the tables have been
 * read.
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
    const tables = tableFolders(eventsFolder(folder))
    for (const [i, { table }] of tables.entries()) {
      const query = sql`CHECK TABLE ${identifier(table)}`
      const rows = await engine.rows(query, { name: 'verify.parts', projectId: null, isUpkeep: true })
      const failed = rows.map((row) => Checked.parse(row)).filter(({ is_passed }) => is_passed === 0)
      for (const { part_path, message } of failed) faults.push(`${table}/${part_path}: ${message}`)
      progress(i + 1, tables.length)
    }
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
