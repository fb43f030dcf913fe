import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Observer } from '#shared/observer.ts'
import { notFound, RequestError } from '#shared/request-error.ts'
import { route } from './route.ts'

export interface MetricsDeps {
  readonly observer: Pick<Observer, 'requestEnded'>
  /** Begins to measure the process. */
  readonly measureProcess: () => void
  /** Returns all metrics in the text format of Prometheus. */
  readonly metricsText: () => Promise<string>
}

export interface MetricsAccess {
  /** The bearer token that a request needs; null if none is set. */
  readonly metricsToken: string | null
  /**
   * The networks of trusted proxies. A proxy may run on this machine: every request that it passes on then
   * seems to come from this machine.
   */
  readonly trustedProxies: string
}

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Counts every request, and serves the metrics. */
export function metricsRoutes(app: FastifyInstance, deps: MetricsDeps, access: MetricsAccess): void {
  // The measurement runs until the process ends, so it begins only when the server listens.
  app.addHook('onListen', async () => deps.measureProcess())
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) =>
    deps.observer.requestEnded({
      method,
      route: routeOptions.url ?? null,
      status: statusCode,
      seconds: elapsedTime / 1_000,
    }),
  )
  route(
    app,
    {
      get: '/metrics',
      summary: 'Get the metrics of the server, for Prometheus',
      tag: 'operation',
      isOpen: true,
      answer: { description: 'The metrics.', content: { 'text/plain': { schema: z.string() } } },
    },
    async (request, reply) => {
      requireScraper(request, access)
      return reply.type(TYPE).send(await deps.metricsText())
    },
  )
}

/** The facts about the sender of a request that do not depend on what a proxy says. */
type Scrape = Pick<FastifyRequest, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * The headers by which proxies and content delivery networks name the client or show that they passed the
 * request on.
 */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-.*|x-envoy-.*|(?:x-)?(?:real|client|cluster-client|true-client|remote)-ip|x-remote-addr|cf-.*|fastly-.*|cdn-loop|x-amzn?-.*|x-appengine-.*|x-azure-.*)$/

/**
 * The names of this machine in a Host header. A page of another site may let its own host name resolve to
 * the address of this machine; the browser of this machine then sends that name as the Host.
 */
const OWN_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Requires that the sender may read the metrics. If a token is set, the request must have it. If no token
 * is set, only programs on this machine may read the metrics, and a proxy on this machine may not pass them
 * on. So a request is answered as if the path were unknown if it comes from another machine, if proxies are
 * trusted, if it has a header that proxies add, or if its Host is not a name of this machine.
 */
export function requireScraper(
  { headers, socket }: Scrape,
  { metricsToken, trustedProxies }: MetricsAccess,
): void {
  if (metricsToken !== null) {
    const sent = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (sent !== undefined && isSame(sent, metricsToken)) return
    throw new RequestError(
      'unauthenticated',
      'not_authenticated',
      'Send "Authorization: Bearer" and the token of THROUGHLINE_METRICS_TOKEN.',
    )
  }
  const isProxied = trustedProxies !== '' || Object.keys(headers).some((name) => FORWARDING.test(name))
  const isForeign = headers.host !== undefined && !OWN_NAME.test(headers.host)
  if (isProxied || isForeign || !isLoopback(socket.remoteAddress ?? ''))
    throw notFound(
      'Only this machine can read the metrics. To read them from another one, set THROUGHLINE_METRICS_TOKEN on the server.',
    )
}

const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Returns whether an address is a loopback address. An IPv4 address may be mapped into IPv6. */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}
