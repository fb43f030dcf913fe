import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { parseLongJson } from '#shared/json-text.ts'
import { createBodyBudget } from './bodies/body-budget.ts'
import { admitConnection, createConnectionLimit } from './bodies/connection-limit.ts'
import { createReadBody, endRefusedConnection, releaseBodyAtEnd } from './bodies/read-body.ts'
import { withoutDoubleSlash } from './cors.ts'
import { answerError, frameworkAnswer } from './errors.ts'
import { requestIdOf } from './request-ids.ts'

export interface FastifyOptions {
  /** The operator's log; null to log nothing. */
  readonly logger: FastifyBaseLogger | null
  /** Addresses and networks of proxies, separated by commas. */
  readonly trustedProxies: string
  readonly maxApiBytes: number
  /** The memory that all bodies may take together. */
  readonly bodyMemoryBytes: number
  readonly connectionsPerAddress: number
}

/**
 * Creates a server without routes. It has its limits, the parser of JSON bodies, and the responses to
 * requests that cannot be read.
 */
export function createFastify(options: FastifyOptions): FastifyInstance {
  const app = Fastify({
    ...(options.logger !== null && { loggerInstance: options.logger }),
    // The log lines of requests are written by request-log.ts instead.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: requestIdOf,
    // The longest parameter of a path is a project token.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // The X-Forwarded headers are read only from these proxies. They give the address of the client, the
    // host and the scheme.
    trustProxy: options.trustedProxies || false,
    rewriteUrl: ({ url = '/' }) => withoutDoubleSlash(url),
    bodyLimit: options.maxApiBytes,
    // Slow requests are cut off, and idle connections are closed when the server stops, so that they do not
    // delay its shutdown.
    requestTimeout: 30_000,
    keepAliveTimeout: 60_000,
    forceCloseConnections: 'idle',
    frameworkErrors: answerError,
    clientErrorHandler: answerUnparsable,
  })
  app.server.headersTimeout = 10_000
  app.removeAllContentTypeParsers()
  holdBodiesWithin(app, options.bodyMemoryBytes)
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const body = await app.readBody(request, payload, request.routeOptions.bodyLimit)
    return body.length === 0 ? {} : parseLongJson(body)
  })
  const limit = createConnectionLimit(options.connectionsPerAddress, options.trustedProxies)
  app.server.on('connection', (socket: Socket) => admitConnection(limit, socket))
  endConnectionsOnClose(app)
  return app
}

const SWEEP_MS = 1_000

function holdBodiesWithin(app: FastifyInstance, bytes: number): void {
  const budget = createBodyBudget(bytes, () => performance.now())
  const sweeping = setInterval(budget.sweep, SWEEP_MS).unref()
  app.addHook('onClose', async () => clearInterval(sweeping))
  app.decorate('readBody', createReadBody(budget))
  app.decorateRequest('bodyAccount', null)
  app.decorateRequest('isBodyRefused', false)
  app.addHook('onRequest', async (request, reply) => releaseBodyAtEnd(request, reply))
  app.addHook('onSend', async (request, reply) => endRefusedConnection(request, reply))
}

// During the shutdown each response closes its connection, because an open connection would delay the
// shutdown.
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}

/**
 * Responds to bytes that are not HTTP with an error body like that of all other errors, and closes the
 * connection.
 */
function answerUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const statusCode = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const reason = STATUS_CODES[statusCode] ?? 'Bad Request'
  const text = JSON.stringify(frameworkAnswer(statusCode, `${reason}.`).body)
  const retry = statusCode === 408 ? 'Retry-After: 1\r\n' : ''
  socket.end(
    `HTTP/1.1 ${statusCode} ${reason}\r\n${retry}Content-Type: application/json\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
  )
}
