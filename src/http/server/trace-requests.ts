import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Traces } from '#shared/traces.ts'

/** Opens a span for each request. Everything that the server does for the request is inside the span. */
export function traceRequests(app: FastifyInstance, traces: Pick<Traces, 'begin'>): void {
  const ends = new WeakMap<FastifyRequest, (status: number) => void>()
  // The hook takes a callback, because the rest of the request must run inside the span.
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id: requestId, headers, routeOptions } = request
    const end = traces.begin({ method, route: routeOptions.url ?? null, requestId, headers }, () => done())
    ends.set(request, end)
  })
  app.addHook('onResponse', async (request, reply) => ends.get(request)?.(reply.statusCode))
}
