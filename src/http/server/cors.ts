import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * The paths that browser SDKs request from pages of other origins. All other paths, such as the rest of
 * /api, are only for pages of this server.
 */
const SDK_PATH =
  /^\/(?:e|s|ses|capture|track|engage|batch|flags|decide|array|static|i\/v0|i\/v1|api\/(?:surveys|early_access_features|web_experiments))(?:[/?]|$)/

/**
 * Turns `//static/array.js` into `/static/array.js`. An SDK requests the former if its host is configured
 * with a slash at the end.
 */
export function withoutDoubleSlash(url: string): string {
  const shorter = url.replace(/^\/\/+/, '/')
  return SDK_PATH.test(shorter) ? shorter : url
}

// A browser may reuse the response to a preflight for a day. Most browsers have a lower limit of their own.
const PREFLIGHT_SECONDS = 86_400
/**
 * The headers that scripts of other origins may read, in addition to the headers that browsers always allow.
 */
const READABLE_HEADERS = 'PostHog-Request-Id, Retry-After, Date, ETag'

/**
 * Allows pages of any origin to request the paths of the SDKs. These paths read a token in the body and no
 * cookie, so any origin is echoed without a check. Preflights are answered here, also for paths that do not
 * exist.
 */
export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!SDK_PATH.test(request.url)) return
    if (request.method === 'OPTIONS') return answerPreflight(request, reply)
    echoOrigin(request, reply)
    reply.header('Access-Control-Expose-Headers', READABLE_HEADERS)
  })
}

function echoOrigin({ headers }: FastifyRequest, reply: FastifyReply): void {
  // `Vary` is sent even if the request has no Origin. Otherwise a cache could return a response without an
  // echoed origin to a page that needs it.
  reply.header('Vary', 'Origin')
  if (headers.origin === undefined) return
  reply.header('Access-Control-Allow-Origin', headers.origin)
  reply.header('Access-Control-Allow-Credentials', 'true')
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  echoOrigin(request, reply)
  const asked = (name: string, otherwise: string) => request.headers[name] ?? otherwise
  return reply
    .code(204)
    .header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
    .header('Access-Control-Allow-Methods', asked('access-control-request-method', 'GET, POST, OPTIONS'))
    .header('Access-Control-Allow-Headers', asked('access-control-request-headers', '*'))
    .header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
    .send()
}
