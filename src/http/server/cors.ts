import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What browser SDKs call from pages of other origins. Everything else, /api above all, is for its own origin. */
const SDK_PATH = /^\/(?:e|s|ses|capture|track|engage|batch|flags|decide|array|static|i\/v0|i\/v1)(?:[/?]|$)/

/** `//static/array.js`, as an SDK asks whose host was written with a slash at its end, is `/static/array.js`. */
export function withoutDoubleSlash(url: string): string {
  const shorter = url.replace(/^\/\/+/, '/')
  return SDK_PATH.test(shorter) ? shorter : url
}

// A day; browsers forget sooner where they want to.
const PREFLIGHT_SECONDS = 86_400
/** What scripts of another origin may read beside the few headers that are always readable. */
const READABLE_HEADERS = 'PostHog-Request-Id, Retry-After, Date, ETag'

/**
 * Lets pages of any origin use the paths of the SDKs. The token in the body decides what is taken, no cookie does, so
 * an origin is echoed rather than checked. Preflights are answered here for every such path, whether it exists or not.
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
  // Also without an Origin: a cache must not hand such an answer to a page that needs the echo.
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
