import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { EventBody, EventListQuery, EventPageBody } from '#contract/event.ts'
import { EventPath, ProjectPath } from '#contract/paths.ts'
import { FormatQuery } from '#contract/text.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import type { CountedPosition, Paging } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import type { EventPosition } from '#listings/event-positions.ts'
import type { EventListing } from '#listings/events.ts'
import { eventCursor, parseEventCursor } from '#listings/events-cursor.ts'
import { OF_EVENTS, parseFilters } from '#query/parse-filters.ts'
import { type Clock, isoInstant } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { type Calendar, parseDate } from '#values/date-text.ts'
import { toEventBody } from './event-body.ts'

interface EventRouteDeps {
  readonly eventListing: EventListing
  readonly clock: Clock
}
const READ = { tag: 'events', scope: 'query:read', engine: 'query' } as const

interface EventListPosition extends CountedPosition {
  readonly behind: EventPosition | null
}

const afterAnEvent: Paging<EventListQuery, EventListPosition> = {
  positionOf: ({ limit, offset, cursor }) => ({
    limit,
    offset,
    behind: cursor ? parseEventCursor(cursor) : null,
  }),
  // The cursor tells even events of the same millisecond apart. A client that only uses `before` misses no
  // event, but it gets the events of the boundary millisecond twice. If all events of a page are in one
  // millisecond, such a client gets the same page for ever.
  parametersOf: ({ behind }) => ({
    offset: undefined,
    ...(behind !== null && { before: isoInstant(behind.timestampMs + 1), cursor: eventCursor(behind) }),
  }),
}

/** Registers `/events/`: the captured events, the newest first. */
export function eventRoutes(app: FastifyInstance, deps: EventRouteDeps): void {
  list(
    app,
    {
      get: '/events/',
      summary: 'List events, newest first',
      example: { query: { event: 'paid' } },
      ...READ,
      params: ProjectPath,
      query: EventListQuery,
      answer: EventPageBody,
      paging: afterAnEvent,
    },
    async (request, position, reply) => {
      const project = projectOf(request)
      const conditions = conditionsOf(request.query, { ...project, nowMs: deps.clock() })
      const { events, next } = await deps.eventListing.page(
        project.id,
        { ...conditions, ...position },
        askerOf(reply),
      )
      return {
        next: next && { limit: position.limit, offset: 0, behind: next },
        results: events.map(toEventBody),
      }
    },
  )
  route(
    app,
    {
      get: '/events/:id/',
      summary: 'Get an event',
      ...READ,
      params: EventPath,
      query: FormatQuery,
      answer: EventBody,
    },
    async (request, reply) => {
      const { id } = request.params
      const isUuid = z.guid().safeParse(id).success
      const find = () => deps.eventListing.find(projectOf(request).id, id.toLowerCase(), askerOf(reply))
      const event = isUuid ? await find() : null
      if (event === null) throw notFound()
      return toEventBody(event)
    },
  )
}

const conditionsOf = (query: EventListQuery, calendar: Calendar) => ({
  range: {
    fromMs: query.after ? parseInstantMs(query.after, calendar, 'after') : 0,
    toMs: query.before ? parseInstantMs(query.before, calendar, 'before') : Number.MAX_SAFE_INTEGER,
  },
  event: storableName(query.event) || null,
  personUuid: query.person_id || null,
  distinctId: storableName(query.distinct_id) || null,
  properties: parseFilters(query.properties, ['properties'], OF_EVENTS),
  calendar,
})

// The times of events are whole milliseconds, so a bound with a fraction of a millisecond is rounded up.
function parseInstantMs(value: string, calendar: Calendar, attr: string): number {
  const { at } = parseDate(value, calendar, attr)
  const isWhole = at.epochNanoseconds === BigInt(at.epochMilliseconds) * 1_000_000n
  return isWhole ? at.epochMilliseconds : at.epochMilliseconds + 1
}
