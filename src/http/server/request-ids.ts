import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Matches ids that are safe to log: letters, digits and common punctuation. They have no line breaks and
 * nothing that looks like a key.
 */
const SAFE = /^(?!.*ph[a-z]_)[\w.:/+=@-]{1,128}$/

/**
 * Returns the id of a request. It is the `X-Request-Id` header if its value is safe to log and to send
 * back, and otherwise a new id.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && SAFE.test(sent) ? sent : randomUUID()
}

/** Adds the id of the request to every response as `X-Request-Id`. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
  })
}
