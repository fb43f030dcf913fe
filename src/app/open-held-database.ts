import { setTimeout as pause } from 'node:timers/promises'
import { closeMetadata } from '#metadata/database/open-metadata.ts'
import { openServerMetadata, waitForServer } from '#metadata/database/open-server-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import type { Closer } from './closers.ts'
import { type HoldDeps, holdDatabase } from './hold-database.ts'

interface OpenHeldDeps extends HoldDeps {
  /** Set if no statement has a limit of time. */
  readonly isPatient?: boolean
  /** Set if this process holds the database already. */
  readonly isHeld?: boolean
}

/**
 * Opens the metadata of a PostgreSQL server and migrates it. This process holds the database until it
 * closes: a second process may not even migrate it. The process is stopped if the server turns out to have
 * lost changes, because what it remembers of them is wrong.
 * @throws MetadataServerError with a sentence
 */
export async function openHeldDatabase(
  url: string,
  deps: OpenHeldDeps,
  closers: Closer[],
): Promise<Metadata> {
  const { log, stop, isPatient = false, isHeld = false } = deps
  if (!isHeld) await waitAndHold(url, deps, closers)
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

/** Waits until the server answers, and holds its database; see {@link holdDatabase}. */
export async function waitAndHold(url: string, deps: HoldDeps, closers: Closer[]): Promise<void> {
  const { clock, log } = deps
  await waitForServer(url, { clock, pause, warn: (sentence) => log.warn({}, sentence) })
  await holdDatabase(url, deps, closers)
}
