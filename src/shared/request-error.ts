export type RequestErrorKind =
  | 'malformed'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'too_large'
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
  constructor(kind: RequestErrorKind, code: string, message: string, attr: string | null = null) {
    super(message)
    this.name = 'RequestError'
    this.kind = kind
    this.code = code
    this.attr = attr
  }
}

export const invalid = (code: string, message: string, attr: string | null): RequestError =>
  new RequestError('invalid', code, message, attr)

/** The same for what never was, what is gone and what is another project's. */
export const notFound = (message = 'Not found.'): RequestError =>
  new RequestError('not_found', 'not_found', message)

/** A question this version cannot compute. Refused rather than ignored: an ignored filter is a wrong number. */
export const notSupported = (what: string, attr: string): RequestError =>
  invalid('not_supported', `${what} is not supported by this version of Throughline.`, attr)
