import type { FastifyInstance } from 'fastify'
import { PersonPath, ProjectPath } from '#contract/paths.ts'
import {
  PersonDeleteQuery,
  PersonDeletion,
  PersonDetail,
  PersonListQuery,
  PersonPageBody,
} from '#contract/person.ts'
import { FormatQuery } from '#contract/text.ts'
import { toEventBody } from '#http/events/event-body.ts'
import { askerOf } from '#http/server/asker.ts'
import { allows, callerOf, projectOf } from '#http/server/authenticate.ts'
import { linkTo } from '#http/server/links.ts'
import { list } from '#http/server/list.ts'
import { route } from '#http/server/route.ts'
import type { Ingest } from '#ingest/ingest.ts'
import type { EventListing, EventListOptions } from '#listings/events.ts'
import { parsePersonFilters, personPropertyIs } from '#listings/person-filters.ts'
import type { PersonListing } from '#listings/persons.ts'
import { NO_RESTRICTION } from '#query/filter.ts'
import type { Clock } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import type { Calendar } from '#values/date-text.ts'
import { toPersonBody } from './person-body.ts'
import { besideAPerson, partAt, personPageBody } from './person-paging.ts'

interface PersonRouteDeps {
  readonly personListing: PersonListing
  readonly eventListing: EventListing
  readonly ingest: Pick<Ingest, 'deletePerson'>
  readonly clock: Clock
}
const PERSONS = { tag: 'persons', engine: 'query' } as const

/** Registers `/persons/`, which lists, shows and deletes persons. */
export function personRoutes(app: FastifyInstance, deps: PersonRouteDeps): void {
  list(
    app,
    {
      get: '/persons/',
      summary: 'List persons',
      example: { query: { search: 'a' } },
      ...PERSONS,
      scope: 'person:read',
      params: ProjectPath,
      query: PersonListQuery,
      answer: PersonPageBody,
      paging: besideAPerson,
    },
    async (request, place, reply) => {
      const project = projectOf(request)
      const calendar = { ...project, nowMs: deps.clock() }
      const options = { ...conditionsOf(request.query), ...partAt(place), calendar }
      return personPageBody(place, await deps.personListing.page(project.id, options, askerOf(reply)))
    },
  )
  onePersonRoutes(app, deps)
}

function onePersonRoutes(app: FastifyInstance, deps: PersonRouteDeps): void {
  route(
    app,
    {
      get: '/persons/:id/',
      summary: 'Get a person with its last events',
      ...PERSONS,
      scope: 'person:read',
      params: PersonPath,
      query: FormatQuery,
      answer: PersonDetail,
    },
    async (request, reply) => {
      const project = projectOf(request)
      const person = await deps.personListing.find(project.id, request.params.id.toLowerCase())
      if (person === null) throw notFound()
      // `query:read` is the scope of `events/`. A key that can read persons does not need to be able to
      // read their events, so the events are shown only with this scope.
      const isShown = allows(callerOf(request).scopes, 'query:read')
      const lastEvents = () =>
        deps.eventListing.page(
          project.id,
          lastEventsOf(person.uuid, { ...project, nowMs: deps.clock() }),
          askerOf(reply),
        )
      const last = isShown ? await lastEvents() : null
      return {
        ...toPersonBody(person),
        distinct_id_count: person.distinctIdCount,
        events: last?.events.map(toEventBody) ?? null,
        events_url: linkTo(request, `/api/projects/${project.id}/events/?person_id=${person.uuid}`),
      }
    },
  )
  route(
    app,
    {
      delete: '/persons/:id/',
      summary: 'Delete a person',
      description:
        'Deletes a person with its properties and distinct ids. A later event of one of these ids creates a new person. The response counts the deleted and the remaining events and ids.',
      ...PERSONS,
      scope: 'person:write',
      params: PersonPath,
      query: PersonDeleteQuery,
      answer: PersonDeletion,
    },
    async (request) => {
      const withEvents = request.query.delete_events === 'true'
      const id = request.params.id.toLowerCase()
      const deletion = await deps.ingest.deletePerson(projectOf(request).id, id, withEvents)
      if (deletion === null) throw notFound()
      return {
        deleted_events: deletion.deletedEvents,
        events_left: deletion.eventsLeft,
        distinct_ids_left: deletion.distinctIdsLeft,
        cached_results_left: deletion.cachedResultsLeft,
        samples_left: deletion.samplesLeft,
        is_rewritten: deletion.isRewritten,
      }
    },
  )
}

function conditionsOf(query: PersonListQuery) {
  const filters = parsePersonFilters(query.properties, 'properties')
  const email = query.email ? [personPropertyIs('email', query.email)] : []
  return {
    search: query.search,
    properties: { kind: 'group', combine: 'and', members: [filters, ...email] } as const,
    distinctId: storableName(query.distinct_id) || null,
    cohortId: query.cohort ?? null,
  }
}

const EVENTS_OF_ONE = 20

const lastEventsOf = (personUuid: string, calendar: Calendar): EventListOptions => ({
  range: { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER },
  behind: null,
  event: null,
  personUuid,
  distinctId: null,
  properties: NO_RESTRICTION,
  calendar,
  limit: EVENTS_OF_ONE,
  offset: 0,
})
