import { EngineError, toEngineError } from '#engine/engine-error.ts'

/**
 * Codes of a refused login: no such user (192), a wrong password (193), no password (194), or any of these
 * (516).
 */
export const WRONG_LOGIN: readonly (number | null)[] = [192, 193, 194, 516]

/**
 * The error codes of a server that cannot work at the moment, through no fault of the statement: network
 * errors between servers (101, 102, 198, 203, 209, 210, 279), too many queries (202), a server that stops
 * or starts (236), a keeper or a replica that is missing (225, 242, 285, 286, 341, 369, 999), and an
 * overloaded server (745). A password that was changed belongs here too: the operator repairs it while
 * requests wait.
 */
const UNREACHABLE: readonly (number | null)[] = [
  ...[101, 102, 198, 202, 203, 209, 210, 225, 236, 242, 279, 285, 286, 341, 369, 745, 999],
  ...WRONG_LOGIN,
]
/**
 * Matches the error of a server that ended while it was answering another server. The code of this error (32)
 * does not suffice, because the error for reading an empty text has the same code.
 */
const CUT_OFF = /while receiving packet/
const NO_SPACE = /No space left on device|errno: 28\b/

/** Converts the text of an exception, as a server sends it. */
export function errorOfServer(text: string): EngineError {
  const error = toEngineError(new Error(text))
  if (UNREACHABLE.includes(error.code) || CUT_OFF.test(text))
    return new EngineError('unreachable', text, error.code)
  if (NO_SPACE.test(text)) return new EngineError('disk_full', text, error.code)
  return error
}

/** Errors of a connection that was never made, so that the server has not seen the request. */
const NOT_SENT: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** Thrown when the connection to the server failed. */
export class ConnectionError extends EngineError {
  /** Whether the server may have begun with the request. */
  readonly isPerhapsSent: boolean
  constructor(cause: unknown) {
    const { code } = (cause ?? {}) as { readonly code?: unknown }
    const message = cause instanceof Error ? cause.message : String(cause)
    super('unreachable', typeof code === 'string' ? `${code}: ${message}` : message)
    this.isPerhapsSent = !NOT_SENT.includes(code)
  }
}
