import { createOrder } from '#shared/in-order.ts'
import type { LogFile, LogFiles } from './log-files.ts'
import { encodeRecord, type LoggedRows } from './log-records.ts'

/** The rows of a file of the log to which nothing is appended any more. */
export interface SealedFile {
  readonly path: string
  readonly bytes: number
  readonly rows: readonly LoggedRows[]
}

/** Appends rows to a file, one write for all rows that wait. */
export interface LogWriter {
  /**
   * Resolves when the rows are on disk.
   * @throws EngineError `disk_full` or `insert_failed` if the rows are lost, `unsure` if they may be stored.
   */
  append(rows: LoggedRows): Promise<void>
  /** Bytes of the rows that are on disk and not in a sealed file. */
  loggedBytes(): number
  /** Ends the file and gives it to `sealed`, if it has rows. Later rows go into a new file. */
  seal(): Promise<void>
  /** Seals the file, then runs `work` while nothing is appended. */
  paused<T>(work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly rows: LoggedRows
  readonly record: Buffer
  resolve(): void
  reject(error: unknown): void
}

export interface LogWriterOptions {
  readonly files: Pick<LogFiles, 'make'>
  /** Called after each write, also after one that failed. */
  readonly written: () => void
  readonly sealed: (file: SealedFile) => void
}

export function createLogWriter({ files, written, sealed }: LogWriterOptions): LogWriter {
  const inOrder = createOrder()
  let waiting: Waiting[] = []
  let file: LogFile | null = null
  let rowsOfFile: LoggedRows[] = []
  let bytesOfFile = 0

  async function writeWaiting(): Promise<void> {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    try {
      const bytes = Buffer.concat(group.map(({ record }) => record))
      file ??= await files.make()
      await file.append(bytes)
      bytesOfFile += bytes.length
    } catch (error) {
      // The end of the file is not known, so nothing may be appended to it.
      await sealNow()
      for (const { reject } of group) reject(error)
      written()
      return
    }
    rowsOfFile.push(...group.map(({ rows }) => rows))
    for (const { resolve } of group) resolve()
    written()
  }
  async function sealNow(): Promise<void> {
    if (file === null) return
    const { path, close } = file
    sealed({ path, bytes: bytesOfFile, rows: rowsOfFile })
    file = null
    rowsOfFile = []
    bytesOfFile = 0
    // Everything that was acknowledged is on disk already, so nothing is lost if closing the file fails.
    await close().catch(() => undefined)
  }

  return {
    async append(rows) {
      const record = encodeRecord(rows)
      const isOnDisk = new Promise<void>((resolve, reject) => waiting.push({ rows, record, resolve, reject }))
      void inOrder(writeWaiting)
      await isOnDisk
    },
    loggedBytes: () => bytesOfFile,
    seal: () => inOrder(sealNow),
    paused: (work) =>
      inOrder(async () => {
        await sealNow()
        return work()
      }),
  }
}
