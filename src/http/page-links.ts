import type { FastifyRequest } from 'fastify'

/** Absolute links to the pages before and after, which keep the other parameters. */
export function pageLinks(
  request: FastifyRequest,
  page: { limit: number; offset: number; count: number },
): { next: string | null; previous: string | null } {
  const link = (offset: number) => {
    const url = new URL(request.url, originOf(request))
    url.searchParams.set('limit', String(page.limit))
    if (offset > 0) url.searchParams.set('offset', String(offset))
    else url.searchParams.delete('offset')
    return url.href
  }
  const after = page.offset + page.limit
  return {
    next: after < page.count ? link(after) : null,
    previous: page.offset > 0 ? link(Math.max(page.offset - page.limit, 0)) : null,
  }
}

// HTTP/1.0 needs no Host, and what a client sends there may be anything.
function originOf(request: FastifyRequest): string {
  const origin = `${request.protocol}://${request.host}`
  return URL.canParse(origin) ? origin : `${request.protocol}://localhost`
}
