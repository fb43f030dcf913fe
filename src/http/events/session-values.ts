import type { FastifyInstance } from 'fastify'
import { ProjectPath } from '#contract/paths.ts'
import { PropertyValues, SessionValuesQuery } from '#contract/property-value.ts'
import type { EventStore } from '#engine/event-store.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { counted } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import { sendValues } from '#http/server/values.ts'
import { sessionPropertyValues } from '#listings/property-values.ts'
import type { Clock } from '#shared/clock.ts'
import { requireSessionProperty } from '#values/session-properties.ts'

interface SessionValueDeps {
  readonly engine: EventStore
  readonly clock: Clock
}

/** Registers `/sessions/values/`: the values of a property of sessions, for a form that builds a filter. */
export function sessionValueRoutes(app: FastifyInstance, { engine, clock }: SessionValueDeps): void {
  route(
    app,
    {
      get: '/sessions/values/',
      summary: 'List the values of a property of sessions',
      example: { query: { key: '$channel_type' } },
      description:
        'Lists values of sessions of the last 30 days. Values are text, because filters compare text.',
      tag: 'events',
      scope: 'query:read',
      params: ProjectPath,
      query: SessionValuesQuery,
      answer: PropertyValues,
      engine: 'query',
    },
    async (request, reply) => {
      const { key, value: part } = request.query
      const position = counted.positionOf(request.query)
      const property = requireSessionProperty(key, ['key'])
      const asked = { projectId: projectOf(request).id, property, part, position, nowMs: clock() }
      return sendValues(request, reply, await sessionPropertyValues(engine, asked, askerOf(reply)))
    },
  )
}
