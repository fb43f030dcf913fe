const CODES: readonly unknown[] = [
  'SQLITE_FULL',
  // The index of the write-ahead log takes 32 KiB more for every 4,096 pages in the log. A write of 16.7 MB
  // to a tmpfs failed with this code when 1 to 7 pages were left for the index, and with SQLITE_FULL when
  // less was left.
  'SQLITE_IOERR_SHMSIZE',
  // The code of PostgreSQL.
  '53100',
  // The code of a file system.
  'ENOSPC',
]

/** Whether a write failed because the disk is full. Its transaction was rolled back. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.includes(error.code)

/**
 * Ignores a failure of `work` because of a full disk, which leaves the work to the next time. Other failures
 * are thrown.
 */
export const orLater = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
  })
