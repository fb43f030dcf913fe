import { z } from 'zod'
import type { Asker, EventStore } from '#engine/event-store.ts'
import { bound, type Fragment, sql, text } from '#fragments/fragment.ts'
import type { PersonStore } from '#metadata/people/person-store.ts'
import { type FilterGroup, filtersIn } from '#query/filter.ts'
import { expressionsAmong, type FindValues } from '#query/find-numbers.ts'
import { parseStoredJson } from '#shared/json-text.ts'
import { fitting } from '#shared/page-budget.ts'
import { eventsOf } from '#sql/events.ts'
import { eventScope } from '#sql/filter-scope.ts'
import { groupConditions } from '#sql/filters.ts'
import { personIn } from '#sql/persons.ts'
import type { Calendar } from '#values/date-text.ts'
import {
  type EventPosition,
  type EventPositionOptions,
  newestPositions,
  type PlaceSearch,
  positionOf,
} from './event-positions.ts'
import { type ListedPerson, named } from './persons.ts'

export interface ListedEvent {
  readonly uuid: string
  readonly event: string
  readonly distinctId: string
  readonly timestampMs: number
  /** The properties as they were sent. Integers beyond 2^53 have the marks of `parseExactJson`. */
  readonly properties: Readonly<Record<string, unknown>>
  /** The person as it is today; null if the event's distinct id belongs to no person. */
  readonly person: PersonOfEvent | null
}
/** The person of an event. Its properties are null if they take more than {@link SHOWN_PERSON_BYTES}. */
export type PersonOfEvent = Pick<ListedPerson, 'isIdentified' | 'distinctIds'> & {
  readonly properties: ListedPerson['properties'] | null
}
export interface EventListOptions extends EventPositionOptions {
  readonly event: string | null
  readonly personUuid: string | null
  readonly distinctId: string | null
  readonly properties: FilterGroup
  /** The calendar for the dates of `properties`. */
  readonly calendar: Calendar
}

export interface EventListing {
  /**
   * Lists events, the newest first. The page has fewer than `limit` events if their content would make it
   * too large. `next` is the position of the last event; null on the last page.
   */
  page(
    projectId: number,
    options: EventListOptions,
    asker: Asker,
  ): Promise<{ events: ListedEvent[]; next: EventPosition | null }>
  find(projectId: number, uuid: string, asker: Asker): Promise<ListedEvent | null>
}
type Search = Pick<PlaceSearch, 'projectId' | 'asker'>

interface Deps {
  readonly persons: PersonStore
  readonly engine: EventStore
  /**
   * Resolves to whether persons of a project have been merged. Once it has resolved, questions see the
   * merges.
   */
  readonly hasMerges: (projectId: number) => Promise<boolean>
  readonly findValues: FindValues
}

/** Lists single events as they were sent, with their persons as they are today. */
export function createEventListing(deps: Deps): EventListing {
  return {
    async page(projectId, options, asker) {
      const conditions = await conditionsOf(deps, projectId, options)
      if (conditions === null) return { events: [], next: null }
      // Reads one event more than a page has. If it is found, there is another page.
      const oneMore = { ...options, limit: options.limit + 1 }
      const search = { projectId, asker, nowMs: options.calendar.nowMs }
      const positions = await newestPositions(deps.engine, search, conditions, oneMore)
      const shown = await thatFit(deps, search, positions.slice(0, options.limit))
      const next = positions.length > shown.length ? (shown.at(-1) ?? null) : null
      return { events: await eventsAt(deps, search, shown), next }
    },
    async find(projectId, uuid, asker) {
      const search = { projectId, asker }
      const position = await positionOf(deps.engine, search, uuid)
      if (position === null) return null
      return (await eventsAt(deps, search, [position]))[0] ?? null
    },
  }
}

/** Returns the conditions for the event store; null if no event can match. */
async function conditionsOf(
  { persons, hasMerges, findValues }: Deps,
  projectId: number,
  options: EventListOptions,
): Promise<Fragment[] | null> {
  const { properties, calendar, range } = options
  const values = await findValues(projectId, expressionsAmong(filtersIn(properties)))
  const facts = { projectId, hasMerges: await hasMerges(projectId), calendar, range, ...values }
  const conditions = groupConditions(properties, eventScope(facts))
  if (options.event !== null) conditions.push(sql`event = ${text(options.event)}`)
  if (options.distinctId !== null) conditions.push(sql`distinct_id = ${text(options.distinctId)}`)
  if (options.personUuid === null) return conditions
  const person = await persons.byUuid(projectId, options.personUuid)
  if (person === null) return null
  return [...conditions, personIn(await persons.numbersOf(projectId, person.number))]
}

const Row = z.object({
  id: z.string(),
  event: z.string(),
  distinct_id: z.string(),
  person: z.number(),
  properties_raw: z.string(),
})

// If the properties of a person are larger than this, they are left out. Every event on a page repeats the
// properties of its person, so they can be in it up to 10,000 times.
const SHOWN_PERSON_BYTES = 16 * 1024
/** A page of this many events always fits, because an event takes 1 MiB at most. */
const ALWAYS_FIT = 20
const Size = z.object({ id: z.string(), person: z.number(), bytes: z.coerce.number() })

/**
 * Returns the first of these events, up to as many as fit on a page together with their properties and the
 * properties of their persons.
 */
async function thatFit(
  { engine, persons }: Deps,
  { projectId, asker }: Search,
  positions: readonly EventPosition[],
): Promise<EventPosition[]> {
  if (positions.length <= ALWAYS_FIT) return [...positions]
  const query = sql`SELECT
  toString(uuid) AS id,
  person,
  length(properties_raw) AS bytes
${eventsAtPlaces(projectId, positions)}`
  const sizes = z.array(Size).parse(await engine.rows(query, { name: 'events.sizes', projectId, ...asker }))
  const people = await persons.keptBytes(projectId, [...new Set(sizes.map(({ person }) => person))])
  const bytesOf = new Map(
    sizes.map(({ id, person, bytes }) => {
      const personBytes = people.get(person) ?? 0
      return [id, bytes + (personBytes > SHOWN_PERSON_BYTES ? 0 : personBytes)]
    }),
  )
  return fitting(positions, ({ uuid }) => bytesOf.get(uuid) ?? 0)
}

function eventsAtPlaces(projectId: number, positions: readonly EventPosition[]): Fragment {
  const uuids = positions.map(({ uuid }) => uuid)
  const range = {
    fromMs: positions.at(-1)?.timestampMs ?? 0,
    toMs: (positions[0]?.timestampMs ?? 0) + 1,
  }
  return eventsOf(projectId, range, [sql`uuid IN ${bound('Array(String)', uuids)}`])
}

// The properties are read in a query of their own. A query that also sorts would have to hold the
// properties of all sorted events in memory.
async function eventsAt(
  deps: Deps,
  { projectId, asker }: Search,
  positions: readonly EventPosition[],
): Promise<ListedEvent[]> {
  if (positions.length === 0) return []
  const query = sql`SELECT
  toString(uuid) AS id,
  event,
  distinct_id,
  person,
  properties_raw
${eventsAtPlaces(projectId, positions)}`
  const rows = z.array(Row).parse(await deps.engine.rows(query, { name: 'events.page', projectId, ...asker }))
  const byUuid = new Map(rows.map((row) => [row.id, row]))
  const people = await peopleOf(
    deps,
    projectId,
    rows.map(({ person }) => person),
  )
  return positions.flatMap(({ uuid, timestampMs }) => {
    const row = byUuid.get(uuid)
    if (row === undefined) return []
    return {
      uuid,
      event: row.event,
      distinctId: row.distinct_id,
      timestampMs,
      properties: parseStoredJson(row.properties_raw) as Record<string, unknown>,
      person: people.get(row.person) ?? null,
    }
  })
}

/** Returns the persons of events, by the numbers that the events carry. */
async function peopleOf(
  deps: Deps,
  projectId: number,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, PersonOfEvent>> {
  const distinct = [...new Set(numbers)]
  const found = await deps.persons.byNumbers(projectId, distinct, SHOWN_PERSON_BYTES)
  const bytes = await deps.persons.keptBytes(projectId, distinct)
  const listed = await named(deps, projectId, [...new Set(found.values())])
  const byRoot = new Map(listed.map((person) => [person.number, person]))
  return new Map(
    [...found].flatMap(([number, { number: root }]) => {
      const person = byRoot.get(root)
      if (person === undefined) return []
      const isLarge = (bytes.get(number) ?? 0) > SHOWN_PERSON_BYTES
      return [[number, isLarge ? { ...person, properties: null } : person] as const]
    }),
  )
}
