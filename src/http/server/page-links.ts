import type { FastifyRequest } from 'fastify'

/**
 * Absolute links to the pages before and after, which keep the other parameters. `taken` is how many of the list the page
 * covers, where that may be fewer than the limit.
 */
export function pageLinks(
  request: FastifyRequest,
  page: { limit: number; offset: number; count: number; taken?: number },
): { next: string | null; previous: string | null } {
  const link = (offset: number) =>
    linkWith(request, { limit: String(page.limit), offset: offset > 0 ? String(offset) : undefined })
  const after = page.offset + (page.taken ?? page.limit)
  return {
    next: after < page.count ? link(after) : null,
    previous: page.offset > 0 ? link(Math.max(page.offset - page.limit, 0)) : null,
  }
}

/** A page of a list that is known as a whole. */
export function pageOfAll<Item>(
  request: FastifyRequest,
  { limit, offset }: { limit: number; offset: number },
  all: readonly Item[],
): { count: number; next: string | null; previous: string | null; results: Item[] } {
  const count = all.length
  return {
    count,
    ...pageLinks(request, { limit, offset, count }),
    results: all.slice(offset, offset + limit),
  }
}

/** The request's own address, absolute, with other values of some parameters; undefined leaves one out. */
export function linkWith(
  request: FastifyRequest,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(request.url, originOf(request))
  for (const [name, value] of Object.entries(parameters))
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  return url.href
}

/** A path of this server as an absolute link. */
export const linkTo = (request: FastifyRequest, path: string): string => new URL(path, originOf(request)).href

/** Where the client sees this server. HTTP/1.0 needs no Host, and what a client sends there may be anything. */
export function originOf(request: FastifyRequest): string {
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  const origin = `${scheme}://${request.host}`
  return URL.canParse(origin) ? origin : `${scheme}://localhost`
}
