import { DatabaseError } from 'pg'

/**
 * Codes with which the server has ended the connection, or is ending it. Each of these errors also ends the
 * transaction.
 */
const ENDED: readonly string[] = [
  // An administrator ended the connection, the server crashed or stops, or the database was dropped.
  ...['57P01', '57P02', '57P03', '57P04'],
  // The connection was idle for too long, outside of a transaction or within one.
  ...['57P05', '25P03'],
  // The server has become a standby, which only reads. A new connection may reach the new primary.
  '25006',
]
/** Codes with which the server has refused or ended a statement for a reason that passes. */
const BUSY: readonly string[] = [
  // No connection is left, or no memory.
  ...['53300', '53200'],
  // A limit of `session-settings.ts` was reached: the time of a statement, or the wait for a lock.
  ...['57014', '55P03'],
  // Two transactions would have waited for each other, or could not be serialised.
  ...['40P01', '40001'],
]

/** Returns the code of an error that the server has sent; null for every other error. */
export const serverCode = (error: unknown): string | null =>
  error instanceof DatabaseError ? (error.code ?? null) : null

/** Whether an error of the server means that its connection cannot be used any more. */
export const isEnded = (error: unknown): boolean => {
  const code = serverCode(error)
  return code !== null && (ENDED.includes(code) || code.startsWith('08'))
}

/** Whether the same statement may succeed later on the same connection. */
export const isBusy = (error: unknown): boolean => BUSY.includes(serverCode(error) ?? '')

/** Codes of the system and of `pg` for a server that cannot be reached at the moment. */
const UNREACHABLE: readonly string[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
]
// Messages of errors to which `pg` gives no code.
const ENDED_WORDS =
  /^(?:Connection terminated|timeout expired|timeout exceeded|Client has encountered a connection error)/

/** Whether connecting may succeed later. A wrong password, for example, stays wrong. */
export function mayConnectLater(error: unknown): boolean {
  if (isEnded(error) || isBusy(error)) return true
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  return UNREACHABLE.includes(code ?? '') || ENDED_WORDS.test(message ?? '')
}
