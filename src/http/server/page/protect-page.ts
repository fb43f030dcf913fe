import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STYLE_SOURCE } from './style.ts'

export const PAGE_TYPE = 'text/html; charset=utf-8'

// The address of the page is a secret: it must not get into search engines, caches or Referer headers.
export async function hideFromThirdParties(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Robots-Tag', 'noindex')
    .header('X-Content-Type-Options', 'nosniff')
}

export interface PageRights {
  /** The pages that may embed this page: `*` or `'none'`. */
  readonly ancestors: string
  /** The addresses that forms of this page may send to: `'self'` or `'none'`. */
  readonly forms: string
}

const policyOf = ({ ancestors, forms }: PageRights, sources: readonly string[]): string =>
  [
    "default-src 'none'",
    ...sources,
    "base-uri 'none'",
    `form-action ${forms}`,
    `frame-ancestors ${ancestors}`,
  ].join('; ')

/**
 * Returns the Content-Security-Policy of a page whose content is drawn by the server's own script. The
 * script may request the data for other dates, and the font files for a saved picture.
 */
export const scriptedPolicy = (rights: PageRights, nonce: string): string =>
  policyOf(rights, [
    "script-src 'self'",
    `style-src 'self' ${STYLE_SOURCE} 'nonce-${nonce}'`,
    'img-src data: blob:',
    "font-src 'self'",
    "connect-src 'self'",
  ])

/**
 * Sets a Content-Security-Policy that allows neither scripts nor requests. It applies to pages and to
 * errors.
 */
export function secure(pages: FastifyInstance, rights: PageRights): void {
  const policy = policyOf(rights, [`style-src ${STYLE_SOURCE}`, 'img-src data:'])
  pages.addHook('onRequest', async (_request, reply) => {
    reply.header('Content-Security-Policy', policy)
  })
}
