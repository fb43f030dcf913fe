import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Letters, digits and the marks of usual ids; nothing that could end a line or look like a key. */
const SAFE = /^(?!.*ph[a-z]_)[\w.:/+=@-]{1,128}$/

/** The id of a request: that of its `X-Request-Id`, where it is safe to log and to send back, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && SAFE.test(sent) ? sent : randomUUID()
}

/** Sends the id of each request back. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
  })
}
