import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import { isBusy } from './codes.ts'

/** Ends a lock. */
export type Unlock = () => void

/**
 * Locks a file, which is created if it is missing, for this process alone. The kernel releases the lock when
 * the process ends for any reason. Returns null if another process has locked the file.
 */
export function lockFile(file: string): Unlock | null {
  const database = new Database(file, { timeout: 0 })
  return locked(database, () => {
    // The journal is kept in memory, so that the lock needs no space on a full disk.
    database.pragma('journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
  })
}

/**
 * Locks a file on a read-only disk, without changing it. {@link lockFile} fails while the lock is held; other
 * readers can lock the file too. A missing file is not locked.
 */
export function lockFileToRead(file: string): Unlock | null {
  if (!existsSync(file)) return () => undefined
  const database = new Database(`${pathToFileURL(file)}?mode=ro`, { timeout: 0 })
  return locked(database, () => {
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_master').get()
  })
}

function locked(database: Database.Database, begin: () => void): Unlock | null {
  try {
    begin()
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
  return () => {
    database.exec('ROLLBACK')
    database.close()
  }
}
