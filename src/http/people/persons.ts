import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorResponses } from '#contract/error-body.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { paging } from '#contract/paging.ts'
import { ProjectPath } from '#contract/paths.ts'
import { type PersonBody, PersonDeletion, PersonDetail, PersonPage } from '#contract/person.ts'
import { clientText, Format } from '#contract/text.ts'
import { toEventBody } from '#http/events/event-body.ts'
import { allows, callerOf, projectOf } from '#http/server/authenticate.ts'
import { linkTo, pageLinks } from '#http/server/page-links.ts'
import type { Ingest } from '#ingest/ingest.ts'
import type { EventListing, EventsAsked } from '#listings/events.ts'
import { parsePersonFilters, personPropertyIs } from '#listings/person-filters.ts'
import type { ListedPerson, PersonListing } from '#listings/persons.ts'
import { NO_RESTRICTION } from '#query/filter.ts'
import { notFound } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'

const ListQuery = knownParameters({
  ...Format.shape,
  search: clientText(1_000)
    .default('')
    .describe('A text in the properties, whatever its case, or the whole of a distinct id or of the id.'),
  properties: z.string().optional().describe('Filters by person properties as JSON text.'),
  distinct_id: z.string().optional().describe('Whoever has this distinct id.'),
  email: z.string().optional().describe('Exactly this property `email`.'),
  ...paging(),
})
const DeleteQuery = knownParameters({
  ...Format.shape,
  delete_events: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Without them they stay and count as before, for a person that nobody is.'),
})
const PersonPath = ProjectPath.extend({ id: z.string().describe('The id of a person, a uuid.') })
const SUMMARY = { tags: ['persons'] }

interface PersonRouteDeps {
  readonly personListing: PersonListing
  readonly eventListing: EventListing
  readonly ingest: Pick<Ingest, 'deletePerson'>
}

/** `/persons/`: who the distinct ids are. */
export function personRoutes(deps: PersonRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/persons/',
      {
        config: { scope: 'person:read' },
        schema: {
          ...SUMMARY,
          params: ProjectPath,
          querystring: ListQuery,
          response: { 200: PersonPage, ...errorResponses },
        },
      },
      async (request) => {
        const { limit, offset } = request.query
        const { id } = projectOf(request)
        const { count, persons, taken } = await deps.personListing.page(id, askedOf(request.query))
        return {
          count,
          ...pageLinks(request, { limit, offset, count, taken }),
          results: persons.map(toPersonBody),
        }
      },
    )
    app.get(
      '/persons/:id/',
      {
        config: { scope: 'person:read' },
        schema: {
          ...SUMMARY,
          params: PersonPath,
          querystring: Format,
          response: { 200: PersonDetail, ...errorResponses },
        },
      },
      async (request) => {
        const project = projectOf(request)
        const person = await deps.personListing.find(project.id, request.params.id.toLowerCase())
        if (person === null) throw notFound()
        // The scope of `events/`: what a person is does not tell what it did.
        const isShown = allows(callerOf(request).scopes, 'query:read')
        const last = isShown ? await deps.eventListing.page(project.id, lastEventsOf(person.uuid)) : null
        return {
          ...toPersonBody(person),
          distinct_id_count: person.distinctIdCount,
          events: last?.events.map(toEventBody) ?? null,
          events_url: linkTo(request, `/api/projects/${project.id}/events/?person_id=${person.uuid}`),
        }
      },
    )
    app.delete(
      '/persons/:id/',
      {
        config: { scope: 'person:write' },
        schema: {
          ...SUMMARY,
          description:
            'Forgets a person: its properties and which distinct ids it had. A later event of one of them makes a new person. Answers with the proof.',
          params: PersonPath,
          querystring: DeleteQuery,
          response: { 200: PersonDeletion, ...errorResponses },
        },
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
        }
      },
    )
  }
}

function askedOf(query: z.output<typeof ListQuery>) {
  const filters = parsePersonFilters(query.properties, 'properties')
  const email = query.email ? [personPropertyIs('email', query.email)] : []
  return {
    search: query.search,
    properties: { kind: 'group', combine: 'and', members: [filters, ...email] } as const,
    distinctId: storableName(query.distinct_id) || null,
    limit: query.limit,
    offset: query.offset,
  }
}

const EVENTS_OF_ONE = 20

const lastEventsOf = (personUuid: string): EventsAsked => ({
  range: { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER },
  behind: null,
  event: null,
  personUuid,
  distinctId: null,
  properties: NO_RESTRICTION,
  limit: EVENTS_OF_ONE,
  offset: 0,
})

const toPersonBody = (listed: ListedPerson): z.infer<typeof PersonBody> => ({
  id: listed.uuid,
  uuid: listed.uuid,
  name: listed.name,
  distinct_ids: [...listed.distinctIds],
  properties: listed.properties,
  created_at: listed.createdAt,
  is_identified: listed.isIdentified,
})
