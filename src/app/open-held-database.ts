import { setTimeout as pause } from 'node:timers/promises'
import { closeMetadata } from '#metadata/database/open-metadata.ts'
import { openServerMetadata, waitForServer } from '#metadata/database/open-server-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import type { Closer } from './closers.ts'
import { type HoldDeps, holdDatabase } from './hold-database.ts'

/**
 * Opens the metadata of a PostgreSQL server and migrates it. This process holds the database until it
 * closes: a second process may not even migrate it. The process is stopped if the server turns out to have
 * lost changes, because what it remembers of them is wrong. With `isPatient` no statement has a limit of time.
 * @throws MetadataServerError with a sentence
 */
export async function openHeldDatabase(
  url: string,
  deps: HoldDeps & { readonly isPatient?: boolean },
  closers: Closer[],
): Promise<Metadata> {
  const { clock, log, stop, isPatient = false } = deps
  await waitForServer(url, { clock, pause, warn: (sentence) => log.warn({}, sentence) })
  await holdDatabase(url, deps, closers)
  let hasLost = false
  const lose = (error: Error) => {
    if (hasLost) return
    hasLost = true
    log.warn({ err: error }, `${error.message} This Throughline stops. A start compares both stores.`)
    stop()
  }
  const metadata = await openServerMetadata(url, { lose, isPatient })
  closers.push(() => closeMetadata(metadata))
  return metadata
}
