import type { FastifyInstance } from 'fastify'
import { ProjectPath } from '#contract/paths.ts'
import { EventValuesQuery, PropertyValues } from '#contract/property-value.ts'
import type { EventStore } from '#engine/event-store.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { counted } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import { sendValues } from '#http/server/values.ts'
import { eventValues } from '#listings/property-values.ts'
import type { Clock } from '#shared/clock.ts'
import { storableName } from '#shared/storable-name.ts'

interface EventValueDeps {
  readonly engine: EventStore
  readonly clock: Clock
}

/** Registers `/events/values/`: the values of a property of events, for a form that builds a filter. */
export function eventValueRoutes(app: FastifyInstance, { engine, clock }: EventValueDeps): void {
  route(
    app,
    {
      get: '/events/values/',
      summary: 'List the values of a property of events',
      example: { query: { key: '$browser' } },
      description:
        'Lists values of events of the last 30 days. If more than a million of these events have the property, a million are read. Values are text, because filters compare text.',
      tag: 'events',
      scope: 'query:read',
      params: ProjectPath,
      query: EventValuesQuery,
      answer: PropertyValues,
      engine: 'query',
    },
    async (request, reply) => {
      const { key, event_name: name, value: part } = request.query
      const position = counted.positionOf(request.query)
      const event = name === undefined ? undefined : storableName(name)
      const asked = { projectId: projectOf(request).id, key, part, event, position, nowMs: clock() }
      return sendValues(request, reply, await eventValues(engine, asked, askerOf(reply)))
    },
  )
}
