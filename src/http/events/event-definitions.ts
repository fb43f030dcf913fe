import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import {
  DefinitionPath,
  EventDefinitionBody,
  EventDefinitionPage,
  EventDefinitionQuery,
} from '#contract/definition.ts'
import { errorResponses } from '#contract/error-body.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import type { Engine } from '#engine/engine.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { pageLinks } from '#http/server/page-links.ts'
import { monthlyVolumes } from '#listings/definitions.ts'
import type { EventDefinition, EventPage } from '#metadata/definitions/definition.ts'
import type { DefinitionStore } from '#metadata/definitions/definition-store.ts'
import type { Clock } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { toEventDefinitionBody } from './definition-body.ts'

interface EventDefinitionDeps {
  readonly definitions: DefinitionStore
  readonly engine: Engine
  readonly clock: Clock
}

/** `event_definitions/`: which events a project has. */
export function eventDefinitionRoutes(deps: EventDefinitionDeps): FastifyPluginAsyncZod {
  const bodiesOf = async (projectId: number, definitions: readonly EventDefinition[]) => {
    const names = definitions.map(({ name }) => name)
    const volumes = await monthlyVolumes(deps.engine, projectId, names, deps.clock())
    return definitions.map((one) => toEventDefinitionBody(one, volumes.get(one.name) ?? 0))
  }
  return async (app) => {
    app.get(
      '/event_definitions/',
      {
        config: { scope: 'event_definition:read' },
        schema: {
          tags: ['definitions'],
          params: ProjectPath,
          querystring: EventDefinitionQuery,
          response: { 200: EventDefinitionPage, ...errorResponses },
        },
      },
      async (request) => {
        const { id } = projectOf(request)
        const page = toEventPage(request.query)
        const { count, definitions } = await deps.definitions.events(id, page)
        return {
          count,
          ...pageLinks(request, { ...page, count }),
          results: await bodiesOf(id, definitions),
        }
      },
    )
    app.get(
      '/event_definitions/:id/',
      {
        config: { scope: 'event_definition:read' },
        schema: {
          tags: ['definitions'],
          params: DefinitionPath,
          querystring: Format,
          response: { 200: EventDefinitionBody, ...errorResponses },
        },
      },
      async (request) => {
        const { id } = projectOf(request)
        const definition = await deps.definitions.event(id, request.params.id)
        const [body] = definition === null ? [] : await bodiesOf(id, [definition])
        if (body === undefined) throw notFound()
        return body
      },
    )
  }
}

const toEventPage = (query: z.output<typeof EventDefinitionQuery>): EventPage => ({
  limit: query.limit,
  offset: query.offset,
  search: query.search,
  orderBy: query.ordering.endsWith('name') ? 'name' : 'lastSeenAt',
  isDescending: query.ordering.startsWith('-'),
})
