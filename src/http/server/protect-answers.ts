import type { FastifyInstance } from 'fastify'

/**
 * Keeps all responses under /api, including files, out of shared caches and out of the browser's cache.
 * Also tells browsers not to guess another content type. If a route sets one of these headers itself, that
 * value is sent.
 */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!/^\/api(?:[/?]|$)/.test(url)) return
    reply.header('Cache-Control', 'private, no-store').header('X-Content-Type-Options', 'nosniff')
  })
}
