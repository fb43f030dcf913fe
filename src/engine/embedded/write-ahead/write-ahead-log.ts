import { EngineError } from '#engine/engine-error.ts'
import type { Timer } from '#shared/clock.ts'
import { errorWords } from '#shared/error-facts.ts'
import { createLogApplication } from './log-application.ts'
import type { LogFiles } from './log-files.ts'
import { createLogWriter, type LogWriter } from './log-writer.ts'
import { openSealedFiles, type SealedFilesDeps } from './sealed-files.ts'

/**
 * Makes small inserts durable in a file before they are in the tables:
 * docs/decisions/0033-small-inserts-are-logged.md.
 */
export interface WriteAheadLog extends Pick<LogWriter, 'append'> {
  /**
   * Returns a promise that resolves when all rows of finished calls of `append` are in their tables; null if
   * they are there already. The promise rejects if the rows cannot be inserted; they then stay in the log.
   * @throws EngineError `closed` after a call of `close`.
   */
  applied(): Promise<void> | null
  /**
   * Resolves when the rows are in their tables and no file of the log has them any more. So a later start
   * does not undo a change or deletion of rows that begins afterwards.
   */
  cleared(): Promise<void>
  /** Clears the log, then runs `work` while nothing is appended. */
  paused<T>(work: () => Promise<T>): Promise<T>
  /**
   * Whether rows may be appended. False if the last insert of rows has failed, or if the log has so many rows
   * that clients send them faster than the engine takes them.
   */
  takesRows(): boolean
  /** @throws EngineError `closed` after a call of `close`. */
  requireOpen(): void
  /** Clears the log and closes it. If rows cannot be inserted, the next start inserts them. */
  close(): Promise<void>
}

export interface WriteAheadOptions extends SealedFilesDeps {
  readonly files: LogFiles
  readonly timer: Timer
}

/** Longest time in ms that rows are only in the log. */
const APPLY_MS = 1_000
/** Size of the log, in bytes, from which its rows are inserted at once. */
const APPLY_BYTES = 4 * 1024 * 1024
/** Size of the log, in bytes, from which it takes no more rows. */
const MOST_BYTES = 4 * APPLY_BYTES

export async function openWriteAheadLog(options: WriteAheadOptions): Promise<WriteAheadLog> {
  const sealedFiles = await openSealedFiles(options)
  const writer = createLogWriter({ files: options.files, written: applyLater, sealed: sealedFiles.add })
  const application = createLogApplication(writer, sealedFiles)
  let cancelTimer: (() => void) | null = null
  /** Whether the operator knows that rows stay in the log. */
  let isTold = false
  let isClosed = false

  function requireOpen(): void {
    if (isClosed) throw new EngineError('closed', 'The event store is closed.')
  }
  function applyLater(): void {
    if (writer.loggedBytes() >= APPLY_BYTES) void applyNow()
    else applyInAWhile()
  }
  function applyInAWhile(): void {
    cancelTimer ??= options.timer(APPLY_MS, applyNow)
  }
  async function applyNow(): Promise<void> {
    cancelTimer?.()
    cancelTimer = null
    try {
      await cleared()
      isTold = false
      await options.space.take()
    } catch (error) {
      if (!isTold) options.warn(`Acknowledged rows stay in the write-ahead log for now: ${errorWords(error)}`)
      isTold = true
      if (!isClosed) applyInAWhile()
    }
  }
  async function cleared(): Promise<void> {
    await application.applied()
    await sealedFiles.remove()
  }

  return {
    async append(rows) {
      requireOpen()
      await writer.append(rows)
    },
    applied() {
      requireOpen()
      return application.applied()
    },
    async cleared() {
      requireOpen()
      await cleared()
    },
    takesRows: () =>
      !application.isStuck() && writer.loggedBytes() + sealedFiles.unappliedBytes() <= MOST_BYTES,
    requireOpen,
    paused: (work) =>
      writer.paused(async () => {
        await application.applySealed()
        await sealedFiles.remove()
        return work()
      }),
    async close() {
      isClosed = true
      // Queries that wait for the log begin before it is closed.
      await writer.seal()
      await cleared().catch((error: unknown) =>
        options.warn(
          `Acknowledged rows stay in the write-ahead log until the next start: ${errorWords(error)}`,
        ),
      )
      cancelTimer?.()
    },
  }
}
