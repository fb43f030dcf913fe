import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nearestName, quoted } from '#contract/nearest-name.ts'
import { frameworkAnswer } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The sentence for the response to a write: why nothing can be written to this path. */
    whyReadOnly?: string
  }
}

interface KnownPath {
  readonly segments: readonly string[]
  readonly methods: Set<string>
  readonly whyReadOnly: string | undefined
}

/**
 * Responds to requests that no route handles. If the path exists with other methods, the status is 405 with
 * `Allow`; otherwise it is 404, with the most similar path. Fastify itself would send 404 in both cases,
 * and a client would conclude that the resource is gone.
 */
export function guardMethods(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>()
  app.addHook('onRoute', ({ url, method, config }) => {
    const path = url.replace(/\/$/, '')
    const known = paths.get(path) ?? {
      segments: path.split('/'),
      methods: new Set(),
      whyReadOnly: config?.whyReadOnly,
    }
    for (const name of [method].flat()) known.methods.add(name)
    paths.set(path, known)
  })
  app.setNotFoundHandler((request, reply) => answerUnrouted(request, reply, [...paths.values()]))
}

function answerUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  paths: readonly KnownPath[],
): FastifyReply {
  const path = (request.url.split('?')[0] ?? '').replace(/\/$/, '')
  const segments = path.split('/')
  const found = paths.filter((known) => isAt(known.segments, segments))
  const methods = found.flatMap((known) => [...known.methods])
  const why = found.flatMap(({ whyReadOnly }) => (whyReadOnly === undefined ? [] : [` ${whyReadOnly}`]))
  if (methods.length > 0) reply.header('Allow', [...new Set(methods)].sort().join(', '))
  const { status, body } =
    methods.length > 0
      ? frameworkAnswer(405, `Method "${request.method}" not allowed.${why.join('')}`)
      : frameworkAnswer(404, `Not found: no call has the path ${quoted(path)}. ${hintFor(segments, paths)}`)
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}

const isParameter = (segment: string) => segment.startsWith(':')

/**
 * Returns whether a path fits a route. A lower-case word is not taken as an id: `insights/trends` is a
 * mistyped path and not an insight.
 */
function isAt(route: readonly string[], path: readonly string[]): boolean {
  return (
    route.length === path.length &&
    route.every((segment, i) => {
      const sent = path[i] ?? ''
      return isParameter(segment) ? sent !== '' && !/^[a-z_]+$/.test(sent) : segment === sent
    })
  )
}

function hintFor(path: readonly string[], routes: readonly KnownPath[]): string {
  for (const { segments } of routes) {
    const nearest = segments.length === path.length ? corrected(path, segments) : null
    if (nearest !== null) return `Did you mean ${quoted(nearest)}?`
  }
  return 'GET /api/docs/ describes all calls.'
}

/**
 * Returns the path with its mistyped segment replaced by the segment of the route. Null if more than one
 * segment differs.
 */
function corrected(path: readonly string[], route: readonly string[]): string | null {
  const wrong = route.findIndex((segment, i) => !isParameter(segment) && segment !== path[i])
  const name = route[wrong]
  if (name === undefined || nearestName(path[wrong] ?? '', [name]) === null) return null
  const nearest = path.with(wrong, name)
  return isAt(route, nearest) ? nearest.join('/') : null
}
