import { setTimeout as pause } from 'node:timers/promises'
import { closeMetadata } from '#metadata/database/open-metadata.ts'
import { openServerMetadata, waitForServer } from '#metadata/database/open-server-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import type { Closer } from './closers.ts'
import { type HoldDeps, holdDatabase } from './hold-database.ts'

/**
 * Opens the metadata of a PostgreSQL server and migrates it. This process holds the database until it
 * closes: a second process may not even migrate it.
 * @throws MetadataServerError with a sentence
 */
export async function openHeldDatabase(url: string, deps: HoldDeps, closers: Closer[]): Promise<Metadata> {
  const { clock, log } = deps
  const waiting = { clock, pause, warn: (sentence: string) => log.warn({}, sentence) }
  await waitForServer(url, waiting)
  await holdDatabase(url, deps, closers)
  const metadata = await openServerMetadata(url, waiting)
  closers.push(() => closeMetadata(metadata))
  return metadata
}
