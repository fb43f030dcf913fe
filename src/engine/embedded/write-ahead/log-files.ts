import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile, type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '#engine/engine-error.ts'
import { syncPath } from '#shared/sync-path.ts'

/** A file of the log to which records are appended. */
export interface LogFile {
  readonly path: string
  /**
   * Appends bytes. Resolves when they are on disk.
   * @throws EngineError `disk_full` or `insert_failed` if the file has nothing of them; `unsure` if it may
   * have all of them. Nothing may be appended after an error.
   */
  append(bytes: Buffer): Promise<void>
  close(): Promise<void>
}

export interface LeftFile {
  readonly path: string
  readonly bytes: Buffer
}

/** The files of the log. */
export interface LogFiles {
  /** The files that an earlier process has left, oldest first. */
  readonly left: readonly LeftFile[]
  /** Makes a new file, whose name is on disk when it resolves. */
  make(): Promise<LogFile>
  /** Copies a damaged file for the operator. Returns the path of the copy, which no start reads. */
  keep(path: string): Promise<string>
  /** Removes files. They cannot come back after a power cut when it resolves. */
  remove(paths: readonly string[]): Promise<void>
}

/** Opens the files of the log in a folder, which is made if it is missing. */
export function openLogFiles(folder: string): LogFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .sort()
  const paths = names.filter((name) => name.endsWith(ENDING)).map((name) => join(folder, name))
  let next = Number(names.at(-1)?.slice(0, NAME_DIGITS) ?? 0) + 1
  return {
    left: paths.map((path) => ({ path, bytes: readFileSync(path) })),
    async make() {
      const path = join(folder, `${String(next++).padStart(NAME_DIGITS, '0')}${ENDING}`)
      const handle = await open(path, 'wx', 0o600).catch(throwNotWritten)
      try {
        await syncPath(folder)
      } catch (error) {
        await handle.close()
        throwNotWritten(error)
      }
      return logFileOf(path, handle)
    },
    async keep(path) {
      const copy = `${path}.damaged`
      await copyFile(path, copy)
      await syncPath(copy)
      return copy
    },
    async remove(paths) {
      for (const path of paths) await rm(path, { force: true })
      await syncPath(folder)
    },
  }
}

const NAME_DIGITS = 12
const ENDING = '.log'

function logFileOf(path: string, handle: FileHandle): LogFile {
  let length = 0
  return {
    path,
    async append(bytes) {
      try {
        await handle.appendFile(bytes)
        await handle.datasync()
        length += bytes.length
      } catch (error) {
        await takeBack(handle, length)
        throwNotWritten(error)
      }
    },
    close: () => handle.close(),
  }
}

/** Removes what a failed write may have left, so that a later start does not find it. */
async function takeBack(handle: FileHandle, length: number): Promise<void> {
  try {
    await handle.truncate(length)
    await handle.sync()
  } catch (error) {
    throw new EngineError('unsure', messageOf(error))
  }
}

function throwNotWritten(error: unknown): never {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  throw new EngineError(isFull ? 'disk_full' : 'insert_failed', messageOf(error))
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
