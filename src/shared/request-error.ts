export type RequestErrorKind =
  | 'malformed'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'too_large'
  | 'throttled'
  | 'unavailable'

/**
 * A request that cannot be answered for a reason its sender can understand. Knows nothing of HTTP: the edge maps
 * `kind` to a status. `code` is for programs, `message` for people, `attr` names the offending field, nested names
 * joined with two underscores.
 */
export class RequestError extends Error {
  readonly kind: RequestErrorKind
  readonly code: string
  readonly attr: string | null
  /** When the same request may succeed; null where that is unknown, or never. */
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

/** The same for what never was, what is gone and what is another project's. */
export const notFound = (message = 'Not found.'): RequestError =>
  new RequestError('not_found', 'not_found', message)

/** A value that names nothing here: unknown, deleted and another project's alike. In the words that clients know. */
export const doesNotExist = (id: number, attr: string): RequestError =>
  invalid('does_not_exist', `Invalid pk "${id}" - object does not exist.`, attr)

/** A question this version cannot compute. Refused rather than ignored: an ignored filter is a wrong number. */
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
