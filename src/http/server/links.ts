import type { FastifyRequest } from 'fastify'

/** The absolute address of the request with other values of some parameters; undefined leaves one out. */
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

/** The absolute address of a path of this server. */
export const linkTo = (request: FastifyRequest, path: string): string => new URL(path, originOf(request)).href

/** The origin of the server as the client sees it; localhost for a request with a missing or invalid Host. */
export function originOf(request: FastifyRequest): string {
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  const origin = `${scheme}://${request.host}`
  return URL.canParse(origin) ? origin : `${scheme}://localhost`
}
