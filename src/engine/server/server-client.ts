import { Readable } from 'node:stream'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { EngineError } from '#engine/engine-error.ts'
import type { EngineSettings } from '#engine/reader-settings.ts'
import { resultBytes, wholeBody } from './response-body.ts'
import { ConnectionError, errorOfServer } from './server-error.ts'

export interface ServerRequest {
  readonly statement: string
  readonly queryId: string
  readonly settings: EngineSettings
  /** Lines of rows, for an insert. */
  readonly lines?: readonly string[]
}

/** The connections of one user to one server. */
export interface ServerClient {
  /**
   * Sends a statement and yields the bytes of its result. The server waits while the caller does. Leaving the
   * loop early closes the connection.
   * @throws EngineError. Its kind is `unreachable` if the connection fails at any time, so that a cut result
   * is never taken for a whole one
   */
  body(request: ServerRequest): AsyncGenerator<Buffer, undefined, undefined>
  /** Sends a statement and returns its whole result. */
  run(request: ServerRequest): Promise<Buffer>
  close(): Promise<void>
}

export interface ServerClientOptions {
  /** Origin of the server. */
  readonly origin: string
  readonly user: string
  readonly password: string
  /** Database of the statements; null for statements that run before the database exists. */
  readonly database: string | null
  /** Time in ms after which a connection is treated as lost if nothing comes on it. */
  readonly idleMs: number
  /**
   * Called with the outcome of each request: null, or the error if the server cannot be reached or cannot
   * work.
   */
  readonly onOutcome?: (failure: EngineError | null) => void
}

/** The beginning of the user agent of every request. */
export const APPLICATION = 'throughline'

/**
 * Enough for all queries that run at once, and for the statements that look at these queries and stop them.
 */
const MAX_CONNECTIONS = 128
/** Connections without a request are closed after this time. A server closes them after 3 s or more. */
const IDLE_SOCKET_MS = 2_500
/**
 * A running query sends a header with its progress every ten seconds, so that its connection is never idle.
 */
const PROGRESS_MS = 10_000
const MAX_HEADER_BYTES = 1024 * 1024

const OVERFLOWS_THROW: EngineSettings = Object.fromEntries(
  ['timeout', 'result', 'read', 'group_by', 'sort', 'distinct', 'join', 'set', 'transfer'].map((what) => [
    `${what}_overflow_mode`,
    'throw',
  ]),
)

/** Sent with each request, so that no profile of a user changes what a statement means. */
const EVERY_REQUEST: EngineSettings = {
  http_write_exception_in_output_format: 0,
  send_progress_in_http_headers: 1,
  http_headers_progress_interval_ms: PROGRESS_MS,
  // The receiver of a stream has a minute for each part. This limit is longer, so that a stream with a slow
  // receiver is ended by this process and not by the server.
  http_send_timeout: 90,
  session_timezone: 'UTC',
  // A result that exceeds a limit is an error. It is not cut at the limit.
  ...OVERFLOWS_THROW,
  join_use_nulls: 0,
  transform_null_in: 0,
  aggregate_functions_null_for_empty: 0,
  use_query_cache: 0,
  enable_parallel_replicas: 0,
  final: 0,
}

export function createServerClient({
  origin,
  user,
  password,
  database,
  idleMs,
  onOutcome = () => undefined,
}: ServerClientOptions): ServerClient {
  const client = createClient({
    url: origin,
    username: user,
    password,
    application: APPLICATION,
    request_timeout: idleMs,
    max_open_connections: MAX_CONNECTIONS,
    max_response_headers_size: MAX_HEADER_BYTES,
    keep_alive: { enabled: true, idle_socket_ttl: IDLE_SOCKET_MS, eagerly_destroy_stale_sockets: true },
    // Without this setting the package writes to the console by itself.
    log: { level: ClickHouseLogLevel.OFF },
  })
  const common = database === null ? EVERY_REQUEST : { ...EVERY_REQUEST, database }

  async function* bytesOf(request: ServerRequest): AsyncGenerator<Buffer, undefined, undefined> {
    const { statement, queryId, settings, lines } = request
    const answer = await client.exec({
      query: statement,
      query_id: queryId,
      clickhouse_settings: { ...common, ...settings },
      ignore_error_response: true,
      ...(lines !== undefined && { values: Readable.from([Buffer.from(lines.join('\n'))]) }),
    })
    const { 'x-clickhouse-exception-code': failed, 'x-clickhouse-exception-tag': tag } =
      answer.response_headers
    const isFailed = answer.http_status_code !== 200 || failed !== undefined
    const bytes = resultBytes(answer.stream, typeof tag === 'string' ? tag : null)
    if (!isFailed) return yield* bytes
    const text = (await wholeBody(bytes)).toString('utf8')
    // If the server is gone, a proxy may answer for it. The text of such an answer has no code of ClickHouse.
    if (!/Code: \d/.test(text))
      throw new ConnectionError(`The answer has the status ${answer.http_status_code}.`)
    throw errorOfServer(text)
  }
  async function* body(request: ServerRequest): AsyncGenerator<Buffer, undefined, undefined> {
    try {
      yield* bytesOf(request)
    } catch (error) {
      const known = error instanceof EngineError ? error : new ConnectionError(error)
      onOutcome(known.kind === 'unreachable' ? known : null)
      throw known
    }
    onOutcome(null)
  }
  return {
    body,
    run: (request) => wholeBody(body(request)),
    close: () => client.close(),
  }
}
