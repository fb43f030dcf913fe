import type { FastifyRequest } from 'fastify'

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
