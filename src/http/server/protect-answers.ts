import type { FastifyInstance } from 'fastify'

/**
 * Keeps the answers of the API, files among them, out of caches on the way and in the browser, and browsers
 * from taking one for another type. A route that sets a header itself keeps its own.
 */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!/^\/api(?:[/?]|$)/.test(url)) return
    reply.header('Cache-Control', 'private, no-store').header('X-Content-Type-Options', 'nosniff')
  })
}
