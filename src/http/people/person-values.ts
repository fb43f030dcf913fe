import type { FastifyInstance } from 'fastify'
import { ProjectPath } from '#contract/paths.ts'
import { PersonValuesQuery, PropertyValues } from '#contract/property-value.ts'
import type { EventStore } from '#engine/event-store.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { counted } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import { sendValues } from '#http/server/values.ts'
import { personValues } from '#listings/property-values.ts'

/** Registers `/persons/values/`: the values of a property of persons, for a form that builds a filter. */
export function personValueRoutes(app: FastifyInstance, { engine }: { readonly engine: EventStore }): void {
  route(
    app,
    {
      get: '/persons/values/',
      summary: 'List the values of a property of persons',
      example: { query: { key: 'role' } },
      description: 'Lists values of persons as they are now. Values are text, because filters compare text.',
      tag: 'persons',
      scope: 'person:read',
      params: ProjectPath,
      query: PersonValuesQuery,
      answer: PropertyValues,
      engine: 'query',
    },
    async (request, reply) => {
      const { key, value: part } = request.query
      const position = counted.positionOf(request.query)
      const asked = { projectId: projectOf(request).id, key, part, position }
      return sendValues(request, reply, await personValues(engine, asked, askerOf(reply)))
    },
  )
}
