import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EventBody, EventListQuery, EventPageBody } from '#contract/event.ts'
import { EventPath, ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { linkWith } from '#http/server/page-links.ts'
import { route } from '#http/server/route.ts'
import type { EventPlace } from '#listings/event-places.ts'
import type { EventListing } from '#listings/events.ts'
import { eventCursorOf, readEventCursor } from '#listings/events-cursor.ts'
import { type Calendar, parseDate } from '#query/date-text.ts'
import { parseFilters } from '#query/parse-filters.ts'
import { type Clock, isoInstant } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { toEventBody } from './event-body.ts'

interface EventRouteDeps {
  readonly eventListing: EventListing
  readonly clock: Clock
}
const READ = { tag: 'events', scope: 'query:read', engine: 'query' } as const

/** `/events/`: what was captured, newest first. */
export function eventRoutes(app: FastifyInstance, deps: EventRouteDeps): void {
  route(
    app,
    {
      get: '/events/',
      summary: 'List events, the newest first',
      ...READ,
      params: ProjectPath,
      query: EventListQuery,
      answer: EventPageBody,
    },
    async (request) => {
      const project = projectOf(request)
      const asked = askedOf(request.query, { ...project, nowMs: deps.clock() })
      const { events, next } = await deps.eventListing.page(project.id, asked)
      return { next: next && linkBehind(request, next), results: events.map(toEventBody) }
    },
  )
  route(
    app,
    {
      get: '/events/:id/',
      summary: 'One event',
      ...READ,
      params: EventPath,
      query: Format,
      answer: EventBody,
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

const askedOf = (query: EventListQuery, calendar: Calendar) => ({
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
