import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STYLE_SOURCE } from './style.ts'

export const PAGE_TYPE = 'text/html; charset=utf-8'

// A link is a secret: it must not get into search engines, caches or the Referer header.
export async function hideFromThirdParties(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Robots-Tag', 'noindex')
    .header('X-Content-Type-Options', 'nosniff')
}

interface PageRights {
  /** The pages that may embed it: `*` or `'none'`. */
  readonly ancestors: string
  /** The receivers of its forms: `'self'` or `'none'`. */
  readonly forms: string
}

/** A Content-Security-Policy for pages and errors that allows no script and no request. */
export function secure(pages: FastifyInstance, { ancestors, forms }: PageRights): void {
  const policy = `default-src 'none'; style-src ${STYLE_SOURCE}; img-src data:; base-uri 'none'; form-action ${forms}; frame-ancestors ${ancestors}`
  pages.addHook('onRequest', async (_request, reply) => {
    reply.header('Content-Security-Policy', policy)
  })
}
