/** Codes of errors that mean that the disk is full. */
export const FULL_CODES: readonly string[] = [
  'SQLITE_FULL',
  // The index of the write-ahead log takes 32 KiB more for every 4,096 pages in the log. A write of 16.7 MB
  // to a tmpfs failed with this code when 1 to 7 pages were left for the index, and with SQLITE_FULL when
  // less was left.
  'SQLITE_IOERR_SHMSIZE',
]
/** Codes of errors that mean that the file is not a database, or is damaged. */
export const DAMAGED_CODES: readonly string[] = ['SQLITE_NOTADB', 'SQLITE_CORRUPT']

/** Whether another process holds a lock of the file. */
export const isBusy = (error: unknown): boolean => (error as { code?: unknown }).code === 'SQLITE_BUSY'
