import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Thrown if the folder cannot hold data. The message is a sentence that says why. */
export class DataFolderError extends Error {}

/**
 * Creates the data folder if it is missing, accessible to this user only.
 * @throws DataFolderError if the path is a file, or if the folder cannot be created or written to.
 */
export function makeDataFolder(folder: string): void {
  try {
    makeMissing(resolve(folder))
    // On a read-only file system this check fails even for root. Permission bits do not stop root.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new DataFolderError(dataFolderFault(folder, error), { cause: error })
  }
}

/** Returns whether the folder is on a disk that nobody, not even root, can write to through this path. */
export function isOnReadOnlyDisk(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS'
  }
}

// Creates the folders one by one, because `mkdir` with `recursive` never returns for a path inside /proc.
function makeMissing(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found !== undefined) throw Object.assign(new Error(`${path} is a file`), { code: 'ENOTDIR' })
  makeMissing(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** Returns one sentence that says why a folder cannot hold data, from the error of an attempt to use it. */
export function dataFolderFault(folder: string, error: unknown): string {
  const { code, message } = error as Partial<Record<'code' | 'message', string>>
  switch (code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${folder} cannot be used, because it or one of its parents is a file: set THROUGHLINE_DATA_DIR to a folder.`
    case 'EROFS':
      return `The data folder ${folder} is on a read-only file system: mount it writable, or set THROUGHLINE_DATA_DIR to another folder.`
    case 'EACCES':
    case 'EPERM':
      return `The data folder ${folder} cannot be written to by this user (${userId()}): change its owner, or set THROUGHLINE_DATA_DIR to another folder.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `The data folder ${folder} cannot be created, because its disk is full: free some space, then try again.`
    default:
      return `The data folder ${folder} cannot be used (${code ?? message}): set THROUGHLINE_DATA_DIR to another folder.`
  }
}

const userId = () => `uid ${process.getuid?.() ?? 'unknown'}`
