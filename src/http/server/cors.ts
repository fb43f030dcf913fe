import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * The paths that browser SDKs use from pages of other origins. All other paths, such as the rest of /api,
 * are only for pages of the server's own origin.
 */
const SDK_PATH =
  /^\/(?:e|s|ses|capture|track|engage|batch|flags|decide|array|static|i\/v0|i\/v1|api\/(?:surveys|early_access_features|web_experiments))(?:[/?]|$)/

/**
 * Turns `//static/array.js` into `/static/array.js`. An SDK requests `//static/array.js` if its host is
 * configured with a slash at the end.
 */
export function withoutDoubleSlash(url: string): string {
  const shorter = url.replace(/^\/\/+/, '/')
  return SDK_PATH.test(shorter) ? shorter : url
}

// A browser may keep a preflight for a day. Browsers have lower limits of their own.
const PREFLIGHT_SECONDS = 86_400
/**
 * The headers that scripts of other origins may read, in addition to the headers that browsers always
 * allow.
 */
const READABLE_HEADERS = 'PostHog-Request-Id, Retry-After, Date, ETag'

/**
 * Allows pages of any origin to use the paths of the SDKs. These paths accept a token in the body and no
 * cookie, so the origin is echoed and not checked. Preflights are answered here, also for paths that do not
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
  // `Vary` is also sent without an Origin: a cache must not return this response to a page that needs the
  // echo.
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
