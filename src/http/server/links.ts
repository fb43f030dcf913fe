import type { FastifyRequest } from 'fastify'

/**
 * Returns the absolute address of the request with changed parameters. A parameter with the value undefined
 * is removed.
 */
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

/** Returns the absolute address of a path of this server. */
export const linkTo = (request: FastifyRequest, path: string): string => new URL(path, originOf(request)).href

/**
 * Returns the origin of the server as the client sees it. If the Host header is missing or invalid, the
 * origin is localhost.
 */
export function originOf(request: FastifyRequest): string {
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  const origin = `${scheme}://${request.host}`
  return URL.canParse(origin) ? origin : `${scheme}://localhost`
}
