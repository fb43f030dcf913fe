/** Of SQLite, of PostgreSQL, of a file system. */
const CODES: readonly unknown[] = ['SQLITE_FULL', '53100', 'ENOSPC']

/** Whether a write failed because the disk is full. Its transaction was rolled back. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.includes(error.code)
