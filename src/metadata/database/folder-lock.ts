import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import { makeDataFolder } from './data-folder.ts'
import { isDiskFull } from './disk-full.ts'

export interface FolderLock {
  release(): void
}

/** Thrown if another process uses the data folder. The message is a sentence with the pid of that process. */
export class FolderInUseError extends Error {}

const LOCK = 'lock.db'
const PID = 'pid'

/**
 * Locks the data folder for this process. The lock is SQLite's lock of a file, which the kernel releases
 * when the process ends for any reason. A pid file that was left behind blocks nothing.
 * @throws FolderInUseError
 * @throws DataFolderError if the folder cannot hold data.
 */
export function lockFolder(folder: string): FolderLock {
  makeDataFolder(folder)
  const pidFile = join(folder, PID)
  const database = new Database(join(folder, LOCK), { timeout: 0 })
  try {
    // The journal is kept in memory, so that the lock needs no space on a full disk.
    database.pragma('journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw isBusy(error) ? inUse(folder) : error
  }
  writePid(pidFile)
  return {
    release() {
      rmSync(pidFile, { force: true })
      database.exec('ROLLBACK')
      database.close()
    },
  }
}

/**
 * Locks a folder on a read-only disk for this process, without changing anything in it. The disk may be
 * writable by another path, by which a server could use the folder. No server can start while the lock is
 * held; other readers can.
 * @throws FolderInUseError
 */
export function lockToRead(folder: string): FolderLock {
  const file = join(folder, LOCK)
  if (!existsSync(file)) return { release: () => undefined }
  const database = new Database(`${pathToFileURL(file)}?mode=ro`, { timeout: 0 })
  try {
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_master').get()
  } catch (error) {
    database.close()
    throw isBusy(error) ? inUse(folder) : error
  }
  return {
    release() {
      database.exec('ROLLBACK')
      database.close()
    },
  }
}

const isBusy = (error: unknown): boolean => (error as { code?: unknown }).code === 'SQLITE_BUSY'

const inUse = (folder: string) =>
  new FolderInUseError(
    `The data folder ${folder} is in use by the running Throughline process ${pidIn(join(folder, PID))}.`,
  )

// The pid is used only in the message for a second process. The lock works without it.
function writePid(file: string): void {
  try {
    writeFileSync(file, `${process.pid}\n`)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

function pidIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return '(pid unknown)'
  }
}
