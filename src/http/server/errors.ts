import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#contract/error-body.ts'
import { quoted } from '#contract/nearest-name.ts'
import { TOO_MUCH_CODES } from '#contract/question-errors.ts'
import { EngineError, type EngineErrorKind } from '#engine/engine-error.ts'
import { isDiskFull } from '#metadata/database/disk-full.ts'
import { isUnstorableText, MetadataUnavailableError } from '#metadata/database/unavailable-error.ts'
import { jsonText } from '#shared/json-text.ts'
import { RequestError, type RequestErrorKind } from '#shared/request-error.ts'

type ErrorAnswer = { readonly status: number; readonly body: ErrorBody; readonly retryAfterSeconds?: number }

/** The status and type of each kind of error. No other code maps an error to a status. */
const REQUEST_ERRORS: Readonly<Record<RequestErrorKind, { status: number; type: ErrorBody['type'] }>> = {
  malformed: { status: 400, type: 'invalid_request' },
  invalid: { status: 400, type: 'validation_error' },
  unauthenticated: { status: 401, type: 'authentication_error' },
  forbidden: { status: 403, type: 'authentication_error' },
  not_found: { status: 404, type: 'invalid_request' },
  too_large: { status: 413, type: 'invalid_request' },
  cancelled: { status: 499, type: 'invalid_request' },
  throttled: { status: 429, type: 'throttled_error' },
  unavailable: { status: 503, type: 'server_error' },
}
interface ServerFault {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly retryAfterSeconds?: number
}
const DISK_FULL: ServerFault = {
  status: 503,
  code: 'disk_full',
  detail: 'The server has no disk space left for writing. Nothing was lost: send the request again later.',
}
const METADATA_UNAVAILABLE: ServerFault = {
  status: 503,
  code: 'metadata_unavailable',
  detail:
    'PostgreSQL, which holds the metadata, does not answer. Send the request again later. If it changes something, read first what it has changed. Events can be sent again as they are.',
}
const METADATA_UNSURE: ServerFault = {
  status: 503,
  code: 'metadata_unsure',
  detail:
    'The connection to PostgreSQL was lost while a change was stored, so it is not known whether it was. Read what you changed before you send the request again. Events can be sent again as they are.',
}
const INSERT_FAILED: ServerFault = {
  status: 503,
  code: 'insert_failed',
  detail:
    'The event store cannot accept events at the moment. Nothing was lost: send the request again later.',
}
const UNREACHABLE: ServerFault = {
  status: 503,
  code: 'event_store_unreachable',
  detail: 'The event store cannot be reached at the moment. Nothing was lost: send the request again later.',
  retryAfterSeconds: 5,
}
const ENGINE_ERRORS: Partial<Record<EngineErrorKind, ServerFault>> = {
  timeout: {
    status: 504,
    code: TOO_MUCH_CODES.timeout,
    detail: 'The query took too long.',
  },
  memory: {
    status: 503,
    code: TOO_MUCH_CODES.memory,
    detail: 'The query needs more memory than it may use.',
  },
  disk_full: DISK_FULL,
  // It is unknown whether the rows were stored. The request can safely be sent again, because stored events
  // are recognized by their uuids.
  unsure: INSERT_FAILED,
  insert_failed: INSERT_FAILED,
  unreachable: UNREACHABLE,
  closed: { status: 503, code: 'shutting_down', detail: 'The server is stopping.' },
}
const TOO_COMPLEX = {
  code: 'query_too_complex',
  detail: 'The query is too complex. Use fewer series, filters, values or patterns.',
}
// The status is not 503: clients repeat a 503, but this query would fail again.
const TOO_LARGE = { code: TOO_MUCH_CODES.size, detail: 'The result of the query is too large.' }
// The status is not 503: clients repeat a 503, but a cancelled query must not be repeated.
const CANCELLED: ErrorAnswer = {
  status: 499,
  body: { type: 'invalid_request', code: 'query_cancelled', detail: 'The query was cancelled.', attr: null },
}
const UNSTORABLE_TEXT: ErrorBody = {
  type: 'validation_error',
  code: 'invalid_input',
  detail: 'A text of the request has the character U+0000, which cannot be stored or found.',
  attr: null,
}
const FAULTS_OF_QUERIES: Partial<Record<EngineErrorKind, { code: string; detail: string }>> = {
  too_large: TOO_LARGE,
  too_complex: TOO_COMPLEX,
}
/**
 * The error codes of ClickHouse that mean an invalid query, with the response to each. Clients do not write
 * the SQL themselves, so a syntax error (62) means that the SQL was too long.
 */
const QUERY_ERRORS: Readonly<Record<number, { code: string; detail: string }>> = {
  62: TOO_COMPLEX,
  167: TOO_COMPLEX,
  168: TOO_COMPLEX,
  306: TOO_COMPLEX,
  // In some joins the engine cannot compute a condition with a constant value, such as `if(x is null, 5,
  // 5)`. Tests with random statements have found this.
  44: {
    code: 'not_supported',
    detail: 'The engine cannot use a constant expression next to this join. Write its value instead.',
  },
  // The engine refuses some joins whose keys are literal values.
  403: {
    code: 'not_supported',
    detail: 'The engine cannot use a join key that is the same in all rows. Join by a column.',
  },
  // The only check in generated SQL that can fail with this code is in hogql/functions/value-aggregates.ts.
  395: {
    code: TOO_MUCH_CODES.size,
    detail:
      'An array of groupArray or groupUniqArray has more than 10,000 elements. Limit it, for example with groupArray(100)(x), or use more groups.',
  },
  // engine/engine-error.ts gives this code to a time zone that the engine has no data for.
  36000: {
    code: 'invalid_input',
    detail: 'The event store does not know a time zone in the query. Use another one with the same clock.',
  },
  427: {
    code: 'invalid_input',
    detail: 'A regular expression of the query is invalid. Use the syntax of RE2.',
  },
}
const FRAMEWORK_CODES: Readonly<Record<number, string>> = {
  400: 'parse_error',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
}

/**
 * Sends any error with the error body of this interface. An unexpected error is logged, and the client does
 * not see its message.
 */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = beginAnswer(error, request, reply)
  return reply.code(status).type('application/json').send(jsonText(body))
}

/**
 * Sets the headers of an error response, and logs the error if it is the server's. The caller sends the
 * status and the body.
 */
export function beginAnswer(error: unknown, request: FastifyRequest, reply: FastifyReply): ErrorAnswer {
  const answer = errorAnswerOf(error)
  if (answer.status === 415) answer.body.detail = mediaTypeFault(request.headers['content-type'])
  logServerError(error, request.log, 'request failed')
  if (answer.status === 401) reply.header('WWW-Authenticate', 'Bearer')
  if (answer.retryAfterSeconds !== undefined) reply.header('Retry-After', answer.retryAfterSeconds)
  return answer
}

const mediaTypeFault = (sent: string | undefined) =>
  `${sent === undefined ? 'The request has no Content-Type' : `Unsupported media type ${quoted(sent)} in request`}. Send "Content-Type: application/json".`

const LOGGED_ONCE = [DISK_FULL.code, UNREACHABLE.code, METADATA_UNAVAILABLE.code]

/**
 * Logs an error of the server. An error of the request is not logged, because its response tells the
 * sender.
 */
export function logServerError(error: unknown, log: FastifyBaseLogger, message: string): void {
  const { status, body } = errorAnswerOf(error)
  // A full disk and an unreachable server are logged elsewhere, once when they begin and once when they end.
  // In between, thousands of requests may fail.
  if (LOGGED_ONCE.includes(body.code)) return
  if (status === 500 || (status > 500 && !(error instanceof RequestError))) log.error({ err: error }, message)
}

export function errorAnswerOf(error: unknown): ErrorAnswer {
  if (error instanceof RequestError) return answerRequestError(error)
  const known = error instanceof EngineError ? answerEngineError(error) : null
  if (known !== null) return known
  if (isDiskFull(error)) return unavailable(DISK_FULL)
  if (error instanceof MetadataUnavailableError)
    return unavailable(error.isUnsure ? METADATA_UNSURE : METADATA_UNAVAILABLE)
  if (isUnstorableText(error)) return { status: 400, body: UNSTORABLE_TEXT }
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const answer = frameworkAnswer(status, error instanceof Error ? error.message : 'Bad request.')
    return status === 408 ? { ...answer, retryAfterSeconds: 1 } : answer
  }
  return {
    status: 500,
    body: { type: 'server_error', code: 'error', detail: 'A server error occurred.', attr: null },
  }
}

function answerEngineError(error: EngineError): ErrorAnswer | null {
  if (error.kind === 'cancelled') return CANCELLED
  const fault = FAULTS_OF_QUERIES[error.kind] ?? QUERY_ERRORS[error.code ?? 0]
  if (fault !== undefined)
    return { status: 400, body: { type: 'validation_error', ...withAdvice(fault, error), attr: null } }
  const known = ENGINE_ERRORS[error.kind]
  return known === undefined ? null : unavailable(withAdvice(known, error))
}

const ASK_FOR_LESS: readonly EngineErrorKind[] = ['timeout', 'memory', 'too_large']
/** The advice for a query without a question, such as a list of people. */
const LIGHTER = 'narrower filters, or fewer rows'

const withAdvice = <Fault extends { readonly detail: string }>(
  fault: Fault,
  { kind, lighter }: EngineError,
): Fault =>
  ASK_FOR_LESS.includes(kind)
    ? { ...fault, detail: `${fault.detail} Ask for less: a shorter range of dates, ${lighter ?? LIGHTER}.` }
    : fault

const unavailable = ({ status, code, detail, retryAfterSeconds = 1 }: ServerFault): ErrorAnswer => ({
  status,
  body: { type: 'server_error', code, detail, attr: null },
  retryAfterSeconds,
})

function answerRequestError({ kind, code, message, attr, retryAfterSeconds }: RequestError): ErrorAnswer {
  const { status, type } = REQUEST_ERRORS[kind]
  const body = { type, code, detail: message, attr }
  const seconds = retryAfterSeconds ?? (status === 503 ? 1 : null)
  return seconds === null ? { status, body } : { status, body, retryAfterSeconds: seconds }
}

export const frameworkAnswer = (status: number, detail: string): ErrorAnswer => ({
  status,
  body: { type: 'invalid_request', code: FRAMEWORK_CODES[status] ?? 'error', detail, attr: null },
})
