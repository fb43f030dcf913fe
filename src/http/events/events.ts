import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorResponses } from '#contract/error-body.ts'
import { EventBody, EventPage } from '#contract/event.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { paging } from '#contract/paging.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { linkWith } from '#http/server/page-links.ts'
import type { EventPlace } from '#listings/event-places.ts'
import type { EventListing } from '#listings/events.ts'
import { eventCursorOf, readEventCursor } from '#listings/events-cursor.ts'
import { type Calendar, parseDate } from '#query/date-text.ts'
import { parseFilters } from '#query/parse-filters.ts'
import { type Clock, isoInstant } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { toEventBody } from './event-body.ts'

const MAX_PAGE = 10_000
const NewestFirst = z
  .enum(['', '-timestamp', '["-timestamp"]'], 'Events are listed newest first: ["-timestamp"].')
  .optional()
  .describe('Accepted; there is no other order.')
const ListQuery = knownParameters({
  ...Format.shape,
  after: z.string().optional().describe('Events of this instant or later.'),
  before: z.string().optional().describe('Events earlier than this instant.'),
  event: z.string().optional().describe('The name of an event.'),
  person_id: z
    .guid()
    .toLowerCase()
    .or(z.literal(''))
    .optional()
    .describe('The id of a person: events of all its distinct ids.'),
  distinct_id: z.string().optional().describe('Events of this distinct id alone.'),
  properties: z.string().optional().describe('Property filters as JSON text.'),
  order: NewestFirst,
  orderBy: NewestFirst,
  ...paging(MAX_PAGE),
  cursor: z.string().optional().describe('A place in the list, as `next` holds it.'),
})
const EventPath = ProjectPath.extend({ id: z.string().describe('The uuid of an event.') })

interface EventRouteDeps {
  readonly eventListing: EventListing
  readonly clock: Clock
}

/** `/events/`: what was captured, newest first. */
export function eventRoutes(deps: EventRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/events/',
      {
        config: { scope: 'query:read' },
        schema: {
          tags: ['events'],
          params: ProjectPath,
          querystring: ListQuery,
          response: { 200: EventPage, ...errorResponses },
        },
      },
      async (request) => {
        const project = projectOf(request)
        const asked = askedOf(request.query, { ...project, nowMs: deps.clock() })
        const { events, next } = await deps.eventListing.page(project.id, asked)
        return { next: next && linkBehind(request, next), results: events.map(toEventBody) }
      },
    )
    app.get(
      '/events/:id/',
      {
        config: { scope: 'query:read' },
        schema: {
          tags: ['events'],
          params: EventPath,
          querystring: Format,
          response: { 200: EventBody, ...errorResponses },
        },
      },
      async (request) => {
        const { id } = request.params
        const isUuid = z.guid().safeParse(id).success
        const event = isUuid ? await deps.eventListing.find(projectOf(request).id, id.toLowerCase()) : null
        if (event === null) throw notFound()
        return toEventBody(event)
      },
    )
  }
}

const askedOf = (query: z.output<typeof ListQuery>, calendar: Calendar) => ({
  range: {
    fromMs: query.after ? readInstantMs(query.after, calendar, 'after') : 0,
    toMs: query.before ? readInstantMs(query.before, calendar, 'before') : Number.MAX_SAFE_INTEGER,
  },
  behind: query.cursor ? readEventCursor(query.cursor) : null,
  event: storableName(query.event) || null,
  personUuid: query.person_id || null,
  distinctId: storableName(query.distinct_id) || null,
  properties: parseFilters(query.properties, ['properties']),
  limit: query.limit,
  offset: query.offset,
})

// Events happen at whole milliseconds, so "at this microsecond or later" begins with the next of them.
function readInstantMs(value: string, calendar: Calendar, attr: string): number {
  const { at } = parseDate(value, calendar, attr)
  const isWhole = at.epochNanoseconds === BigInt(at.epochMilliseconds) * 1_000_000n
  return isWhole ? at.epochMilliseconds : at.epochMilliseconds + 1
}

// To be followed whole: the cursor is exact where several events share a millisecond. A client that takes nothing but
// `before` from it leaves none out, meets those of one millisecond twice, and never gets on where a page holds no other.
const linkBehind = (request: FastifyRequest, place: EventPlace): string =>
  linkWith(request, {
    offset: undefined,
    before: isoInstant(place.timestampMs + 1),
    cursor: eventCursorOf(place),
  })
