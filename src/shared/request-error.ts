export type RequestErrorKind =
  | 'malformed'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'too_large'
  | 'throttled'
  | 'cancelled'
  | 'unavailable'

/**
 * Thrown when a request cannot be answered for a reason that its sender can understand. The error knows
 * nothing of HTTP: the edge maps `kind` to a status. `code` is for programs, `message` for people. `attr`
 * is the name of the field, with nested names joined by two underscores.
 */
export class RequestError extends Error {
  readonly kind: RequestErrorKind
  readonly code: string
  readonly attr: string | null
  /**
   * Seconds until the same request may succeed; null if this time is unknown, or if the request never
   * succeeds.
   */
  readonly retryAfterSeconds: number | null
  constructor(
    kind: RequestErrorKind,
    code: string,
    message: string,
    attr: string | null = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = 'RequestError'
    this.kind = kind
    this.code = code
    this.attr = attr
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const invalid = (code: string, message: string, attr: string | null): RequestError =>
  new RequestError('invalid', code, message, attr)

/** Returns a copy of the error that names another field. */
export const withAttr = (
  { kind, code, message, retryAfterSeconds }: RequestError,
  attr: string | null,
): RequestError => new RequestError(kind, code, message, attr, retryAfterSeconds)

/**
 * Returns the error for an id that is not found. An id that never existed, a deleted id and an id of
 * another project have the same error, so that they cannot be told apart.
 */
export const notFound = (message = 'Not found.'): RequestError =>
  new RequestError('not_found', 'not_found', message)

/**
 * Returns the error for an id in a body that is unknown, deleted or of another project. It has the words
 * that clients know.
 */
export const doesNotExist = (id: number, attr: string): RequestError =>
  invalid('does_not_exist', `Invalid pk "${id}" - object does not exist.`, attr)

/**
 * Returns the error for a question that this version cannot compute. The question is refused, because
 * ignoring a filter would give a wrong number.
 */
export const notSupported = (what: string, attr: string): RequestError =>
  invalid('not_supported', `${what} is not supported by this version of Throughline.`, attr)

export const throttled = (seconds: number): RequestError =>
  new RequestError(
    'throttled',
    'throttled',
    `Request was throttled. Expected available in ${seconds} seconds.`,
    null,
    seconds,
  )
