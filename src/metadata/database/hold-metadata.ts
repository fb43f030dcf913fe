import { constants, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import Database from 'libsql'
import type { Metadata } from './schema.ts'

/** The metadata as it was at one moment, while the server goes on writing. */
export interface HeldMetadata {
  readonly bytes: number
  /** Copies it into a folder, as `metadata.db`. */
  copyTo(folder: string): Promise<void>
  /** Must be called: until then the write-ahead log grows. */
  release(): void
}

const FILE = 'metadata.db'
const TRIES = 100
const PAUSE_MS = 20

/**
 * Holds the file of the metadata as it is now. The write-ahead log is moved into the file first; a reader that began while the log
 * is empty keeps it from being moved there again (SQLite's read mark 0), so that the file alone is that moment. Whatever is written
 * meanwhile goes to the log.
 * @throws Error where other processes read or write all the time
 */
export async function holdMetadata(metadata: Metadata, folder: string): Promise<HeldMetadata> {
  const file = join(folder, FILE)
  for (let tries = 0; tries < TRIES; tries++) {
    // With the connection for itself: no transaction of this process is open.
    const reader = await metadata.connection().execute(async (connection) => {
      await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(connection)
      return beginAtEmptyLog(file)
    })
    if (reader !== null)
      return {
        bytes: statSync(file).size,
        copyTo: (target) => copyFile(file, join(target, FILE), constants.COPYFILE_FICLONE),
        release: () => end(reader),
      }
    await pause(PAUSE_MS)
  }
  throw new Error('The metadata is in use by other commands all the time. Try again later.')
}

// Synchronous, so that nothing of this process can be written in between; another process can, which the size of the log shows.
function beginAtEmptyLog(file: string): Database.Database | null {
  const reader = new Database(file, { timeout: 0 })
  try {
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM sqlite_master').get()
    if (statSync(`${file}-wal`).size === 0) return reader
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') {
      end(reader)
      throw error
    }
  }
  end(reader)
  return null
}

// A close alone leaves the transaction open, as long as a statement of it is in memory.
function end(reader: Database.Database): void {
  if (reader.inTransaction) reader.exec('ROLLBACK')
  reader.close()
}
