import { FULL_CODES } from './sqlite/codes.ts'

const CODES: readonly unknown[] = [
  ...FULL_CODES,
  // The code of PostgreSQL.
  '53100',
  // The code of a file system.
  'ENOSPC',
]

/** Whether a write failed because the disk is full. Its transaction was rolled back. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.includes(error.code)

/**
 * Waits for `work`. If it fails because of a full disk, the failure is ignored, and the work is left to the
 * next time. Other failures are thrown.
 */
export const orLater = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
  })
