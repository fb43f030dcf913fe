import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from './data-folder.ts'
import { isDiskFull } from './disk-full.ts'
import { lockFile, lockFileToRead } from './sqlite/file-lock.ts'

export interface FolderLock {
  release(): void
}

/** Thrown if another process uses the data folder. The message is a sentence with the pid of that process. */
export class FolderInUseError extends Error {}

/** The file whose lock is the lock of its folder. */
export const LOCK_FILE = 'lock.db'
/** A file with the pid of the process that has the lock. */
export const PID_FILE = 'pid'

/**
 * Locks the data folder for this process. The kernel releases the lock when the process ends for any reason.
 * A pid file that was left behind blocks nothing.
 * @throws FolderInUseError
 * @throws DataFolderError if the folder cannot hold data.
 */
export function lockFolder(folder: string): FolderLock {
  makeDataFolder(folder)
  const pidFile = join(folder, PID_FILE)
  const unlock = lockFile(join(folder, LOCK_FILE))
  if (unlock === null) throw inUse(folder)
  writePid(pidFile)
  return {
    release() {
      rmSync(pidFile, { force: true })
      unlock()
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
  const unlock = lockFileToRead(join(folder, LOCK_FILE))
  if (unlock === null) throw inUse(folder)
  return { release: unlock }
}

const inUse = (folder: string) =>
  new FolderInUseError(
    `The data folder ${folder} is in use by the running Throughline process ${pidIn(join(folder, PID_FILE))}.`,
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
