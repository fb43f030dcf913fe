import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { frameworkAnswer } from './errors.ts'

interface KnownPath {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/**
 * The response to a request without a route: 405 with `Allow` for a path that has other methods, otherwise 404. Fastify
 * itself responds with 404 to both, from which a client concludes that the resource is gone.
 */
export function guardMethods(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>()
  app.addHook('onRoute', ({ url, method }) => {
    const path = url.replace(/\/$/, '')
    const known = paths.get(path) ?? { pattern: patternOf(path), methods: new Set() }
    for (const name of [method].flat()) known.methods.add(name)
    paths.set(path, known)
  })
  app.setNotFoundHandler((request, reply) => answerUnrouted(request, reply, [...paths.values()]))
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/:[a-z_]+/g, '[^/]+')}/?$`)

function answerUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  paths: readonly KnownPath[],
): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const methods = paths.filter((known) => known.pattern.test(path)).flatMap((known) => [...known.methods])
  if (methods.length > 0) reply.header('Allow', [...new Set(methods)].sort().join(', '))
  const { status, body } =
    methods.length > 0
      ? frameworkAnswer(405, `Method "${request.method}" not allowed.`)
      : frameworkAnswer(404, 'Not found.')
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}
