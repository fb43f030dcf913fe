import type { FastifyInstance } from 'fastify'

/**
 * Keeps the responses of the API, also its files, out of caches on the way and out of the browser's. Also
 * keeps browsers from guessing another content type. A route that sets one of these headers itself keeps
 * its own value.
 */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!/^\/api(?:[/?]|$)/.test(url)) return
    reply.header('Cache-Control', 'private, no-store').header('X-Content-Type-Options', 'nosniff')
  })
}
