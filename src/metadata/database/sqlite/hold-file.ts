import { constants, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import Database from 'libsql'
import type { HeldMetadata } from '#metadata/database/dialect.ts'
import { METADATA_FILE } from '#metadata/database/metadata-files.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { isBusy } from './codes.ts'

const TRIES = 100
const PAUSE_MS = 20

/**
 * Holds the file of an open store as it is now. First the write-ahead log is moved into the file. Then a
 * reader begins while the log is empty (SQLite's read mark 0). As long as it reads, the log cannot be moved
 * into the file again, so the file alone is the state of that moment. Whatever is written meanwhile goes to
 * the log.
 * @throws Error if other processes read or write all the time
 */
export async function holdFile(metadata: Metadata, file: string): Promise<HeldMetadata> {
  for (let tries = 0; tries < TRIES; tries++) {
    // The only connection is reserved, so no transaction of this process is open.
    const reader = await metadata.connection().execute(async (connection) => {
      await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(connection)
      return beginAtEmptyLog(file)
    })
    if (reader !== null)
      return {
        bytes: statSync(file).size,
        copyTo: (target) => copyFile(file, join(target, METADATA_FILE), constants.COPYFILE_FICLONE),
        release: () => end(reader),
      }
    await pause(PAUSE_MS)
  }
  throw new Error('Other commands keep the metadata busy. Try again later.')
}

// This function is synchronous, so that this process can write nothing while it runs. Another process may
// write; the log is then not empty, and the function returns null.
function beginAtEmptyLog(file: string): Database.Database | null {
  const reader = new Database(file, { timeout: 0 })
  try {
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM sqlite_master').get()
    if (statSync(`${file}-wal`).size === 0) return reader
  } catch (error) {
    if (!isBusy(error)) {
      end(reader)
      throw error
    }
  }
  end(reader)
  return null
}

// Rolls the transaction back first. If the reader were only closed, the transaction would stay open as long
// as one of its statements is in memory.
function end(reader: Database.Database): void {
  if (reader.inTransaction) reader.exec('ROLLBACK')
  reader.close()
}
