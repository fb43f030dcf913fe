import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import {
  DefinitionPath,
  EventDefinitionBody,
  EventDefinitionPageBody,
  EventDefinitionQuery,
} from '#contract/definition.ts'
import { ProjectPath } from '#contract/paths.ts'
import { FormatQuery } from '#contract/text.ts'
import type { Asker, EventStore } from '#engine/event-store.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { type CountedPosition, counted, countedPage } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import { monthlyVolumes } from '#listings/definitions.ts'
import type { EventDefinition, EventDefinitionListOptions } from '#metadata/definitions/definition.ts'
import type { DefinitionStore } from '#metadata/definitions/definition-store.ts'
import type { Clock } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { toEventDefinitionBody } from './definition-body.ts'

interface EventDefinitionDeps {
  readonly definitions: DefinitionStore
  readonly engine: EventStore
  readonly clock: Clock
}
const READ = { tag: 'definitions', scope: 'event_definition:read', engine: 'query' } as const

/** Registers `/event_definitions/`: the names of the events of a project. */
export function eventDefinitionRoutes(app: FastifyInstance, deps: EventDefinitionDeps): void {
  const bodiesOf = async (projectId: number, definitions: readonly EventDefinition[], asker: Asker) => {
    const names = definitions.map(({ name }) => name)
    const volumes = await monthlyVolumes(deps.engine, projectId, names, deps.clock(), asker)
    return definitions.map((one) => toEventDefinitionBody(one, volumes.get(one.name) ?? 0))
  }
  list(
    app,
    {
      get: '/event_definitions/',
      summary: 'List event definitions',
      ...READ,
      params: ProjectPath,
      query: EventDefinitionQuery,
      answer: EventDefinitionPageBody,
      paging: counted,
    },
    async (request, position, reply) => {
      const { id } = projectOf(request)
      const page = { ...toOrder(request.query), ...position }
      const { count, definitions } = await deps.definitions.events(id, page)
      return countedPage(position, count, await bodiesOf(id, definitions, askerOf(reply)))
    },
  )
  route(
    app,
    {
      get: '/event_definitions/:id/',
      summary: 'Get an event definition',
      ...READ,
      params: DefinitionPath,
      query: FormatQuery,
      answer: EventDefinitionBody,
    },
    async (request, reply) => {
      const { id } = projectOf(request)
      const definition = await deps.definitions.event(id, request.params.id)
      const [body] = definition === null ? [] : await bodiesOf(id, [definition], askerOf(reply))
      if (body === undefined) throw notFound()
      return body
    },
  )
}

const toOrder = ({
  search,
  ordering,
}: z.output<typeof EventDefinitionQuery>): Omit<EventDefinitionListOptions, keyof CountedPosition> => ({
  search,
  orderBy: ordering.endsWith('name') ? 'name' : 'lastSeenAt',
  isDescending: ordering.startsWith('-'),
})
