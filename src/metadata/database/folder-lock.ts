import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { makeDataFolder } from './data-folder.ts'
import { isDiskFull } from './disk-full.ts'

export interface FolderLock {
  release(): void
}

/** Another process uses the data folder; the message is a sentence with its pid. */
export class FolderInUseError extends Error {}

/**
 * Locks the data folder for this process. The lock is SQLite's lock of a file, which the kernel releases when the process
 * ends for any reason: a left-over pid file blocks nothing.
 * @throws FolderInUseError
 * @throws DataFolderError where the folder cannot have data.
 */
export function lockFolder(folder: string): FolderLock {
  makeDataFolder(folder)
  const pidFile = join(folder, 'pid')
  const database = new Database(join(folder, 'lock.db'), { timeout: 0 })
  try {
    // In memory, so that the lock needs no space on a full disk.
    database.pragma('journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error
    throw new FolderInUseError(
      `The data folder ${folder} is in use by the running Throughline process ${pidIn(pidFile)}.`,
    )
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

// For the message of a second process alone: without it the lock holds all the same.
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
