import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { parseJson } from '#shared/json-text.ts'
import { withoutDoubleSlash } from './cors.ts'
import { answerError, frameworkAnswer } from './errors.ts'

export interface FastifyOptions {
  readonly isLogging: boolean
  /** Addresses and networks, separated by commas. */
  readonly trustedProxies: string
  readonly maxApiBytes: number
}

/** A server without routes: its limits, the parser of bodies, and the responses to unreadable requests. */
export function createFastify(options: FastifyOptions): FastifyInstance {
  const app = Fastify({
    // Only failures are logged: a server with thousands of requests a second has no use for a line each.
    logger: options.isLogging && {
      level: 'warn',
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    logController: new LogController({ disableRequestLogging: true }),
    // The longest parameter is the token of a project.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Their X-Forwarded headers give the client's address, the host and the scheme.
    trustProxy: options.trustedProxies || false,
    rewriteUrl: ({ url = '/' }) => withoutDoubleSlash(url),
    bodyLimit: options.maxApiBytes,
    // A slow body is cut off, and an idle connection does not delay a shutdown.
    requestTimeout: 30_000,
    keepAliveTimeout: 60_000,
    forceCloseConnections: 'idle',
    frameworkErrors: answerError,
    clientErrorHandler: answerUnparsable,
  })
  app.server.headersTimeout = 10_000
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    try {
      done(null, body.length === 0 ? {} : parseJson(body))
    } catch (error) {
      done(error as Error)
    }
  })
  endConnectionsOnClose(app)
  return app
}

// A response during the shutdown is the last on its connection: an open connection would delay the shutdown.
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}

/** The response to bytes that are not HTTP, with the same body as other errors. The connection is closed. */
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
