import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Ids that are safe: letters, digits and the usual marks, and nothing that could end a line or look like a
 * key.
 */
const SAFE = /^(?!.*ph[a-z]_)[\w.:/+=@-]{1,128}$/

/**
 * Returns the id of a request: its `X-Request-Id` if that is safe to log and to send back, else a new one.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && SAFE.test(sent) ? sent : randomUUID()
}

/** Sends the id of each request back in `X-Request-Id`. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
  })
}
