import { sql } from 'kysely'
import type { Client, Pool, PoolClient } from 'pg'
import type { Freezing } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { MetadataServerError } from '#metadata/database/unavailable-error.ts'
import type { Timer } from '#shared/clock.ts'
import { createClient, serverNameOf } from './connect.ts'
import { WRITERS_LOCK } from './driver.ts'
import { beginSession, NO_LIMITS } from './session-settings.ts'

/** The key of the advisory lock of the one process that reads a frozen store. */
const FREEZE_LOCK = 7_402_003
/** Writers wait behind the lock meanwhile, so that a freeze that cannot get it soon gives up. */
const LOCK_MS = 20_000
/** Writers wait while the other store is frozen, which takes milliseconds. */
const FREEZING_MS = 10_000
/** The server frees the lock by itself if this process hangs. The freeze then fails at its end. */
const HANGING_MS = FREEZING_MS + 10_000

interface FrozenServer {
  /** Gives the one connection, whose transaction sees the moment of the freeze. */
  readonly pool: Pick<Pool, 'connect' | 'end'>
  readonly pausedMs: number
}

/**
 * Begins a transaction that reads the database as it is now, while no other transaction of Throughline runs;
 * see {@link ServerDialect.freeze}.
 */
export async function freezeServer(
  url: string,
  timer: Timer,
  { prepare, whileFrozen, abandon }: Freezing,
): Promise<FrozenServer> {
  const holder = createClient(url)
  const reader = createClient(url)
  // A lost connection fails the next statement.
  for (const client of [holder, reader]) client.on('error', () => undefined)
  const end = () => Promise.all([reader.end(), holder.end()])
  try {
    await holder.connect()
    await reader.connect()
    await requireOnlyReader(holder, url)
    await prepare()
    await beginSession(reader, NO_LIMITS)
    const pausedMs = await pauseWriters(holder, async () => {
      // The first statement fixes what the transaction sees.
      await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1')
      await inTime(timer, whileFrozen())
    }).catch(async (error: unknown) => {
      await abandon()
      throw error
    })
    return { pool: onlyConnection(reader, end), pausedMs }
  } catch (error) {
    await end()
    throw error
  }
}

/** Whether a process has the right of {@link requireOnlyReader} in this database. */
export async function isFrozen(metadata: Metadata): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_locks
WHERE locktype = 'advisory' AND objid = ${FREEZE_LOCK} AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(metadata)
  return rows.length > 0
}

async function requireOnlyReader(holder: Client, url: string): Promise<void> {
  const { rows } = await holder.query<{ held: boolean }>(
    `SELECT pg_try_advisory_lock(${FREEZE_LOCK}) AS held`,
  )
  if (rows[0]?.held !== true)
    throw new MetadataServerError(
      `Another backup or migration reads the database of ${serverNameOf(url)}. Try again when it has ended.`,
    )
}

/** @throws MetadataServerError if `work` takes too long. It is not stopped, but nothing waits for it. */
function inTime(timer: Timer, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = timer(FREEZING_MS, async () =>
      reject(
        new MetadataServerError(
          `The events could not be frozen within ${FREEZING_MS / 1_000} seconds, and changes do not wait longer. Try again later.`,
        ),
      ),
    )
    work.then(resolve, reject).finally(stop)
  })
}

/** Runs `work` while the lock of all transactions that write is held. Returns the time in ms. */
async function pauseWriters(holder: Client, work: () => Promise<void>): Promise<number> {
  const settings = `SET lock_timeout = ${LOCK_MS}; SET idle_in_transaction_session_timeout = ${HANGING_MS}`
  await holder.query(`${settings}; BEGIN; SELECT pg_advisory_xact_lock(${WRITERS_LOCK})`)
  const beganMs = performance.now()
  try {
    await work()
  } finally {
    await holder.query('ROLLBACK')
  }
  return performance.now() - beganMs
}

/** A pool of one connection that is never opened again, because a new one would see another moment. */
function onlyConnection(reader: Client, end: () => Promise<unknown>): Pick<Pool, 'connect' | 'end'> {
  let isLost = false
  const client = Object.assign(reader, {
    release: (error?: unknown) => {
      isLost ||= Boolean(error)
    },
  }) as unknown as PoolClient
  return {
    connect: (async () => {
      if (isLost) throw new Error('The connection that reads one moment of the database was lost.')
      return client
    }) as Pool['connect'],
    end: (async () => {
      await end()
    }) as Pool['end'],
  }
}
