import { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import type { PersonStore } from '../metadata/person-store.ts'
import type { PropertyGroup } from '../query/property-filter.ts'
import type { Clock } from '../shared/clock.ts'
import { parseExactJson } from '../shared/json-text.ts'
import { eventsOf } from '../sql/events.ts'
import { bound, type Fragment, sql, text } from '../sql/fragment.ts'
import { personIn } from '../sql/persons.ts'
import { groupConditions } from '../sql/property-conditions.ts'
import { type EventPlace, newestPlaces, type PlacesAsked, placeOf } from './event-places.ts'
import { type ListedPerson, named } from './persons.ts'

export interface ListedEvent {
  readonly uuid: string
  readonly event: string
  readonly distinctId: string
  readonly timestampMs: number
  /** Integers beyond 2^53 carry the marks of `parseExactJson`. */
  readonly properties: Readonly<Record<string, unknown>>
  /** As it is now; null where the event's distinct id is nobody's. */
  readonly person: ListedPerson | null
}
export interface EventsAsked extends PlacesAsked {
  readonly event: string | null
  readonly personUuid: string | null
  readonly distinctId: string | null
  readonly properties: PropertyGroup
}

export interface EventListing {
  /** Newest first. `next` is the place of the last one, where more follow. */
  page(projectId: number, asked: EventsAsked): Promise<{ events: ListedEvent[]; next: EventPlace | null }>
  find(projectId: number, uuid: string): Promise<ListedEvent | null>
}
interface Deps {
  readonly persons: PersonStore
  readonly engine: Engine
  readonly clock: Clock
}

/** Events one by one, as they were sent, with the persons of today. */
export function createEventListing(deps: Deps): EventListing {
  return {
    async page(projectId, asked) {
      const conditions = await conditionsOf(deps, projectId, asked)
      if (conditions === null) return { events: [], next: null }
      // One more than a page, to know whether there is another.
      const oneMore = { ...asked, limit: asked.limit + 1 }
      const places = await newestPlaces(deps.engine, projectId, conditions, oneMore, deps.clock())
      const shown = places.slice(0, asked.limit)
      const next = places.length > asked.limit ? (shown.at(-1) ?? null) : null
      return { events: await eventsAt(deps, projectId, shown), next }
    },
    async find(projectId, uuid) {
      const place = await placeOf(deps.engine, projectId, uuid)
      if (place === null) return null
      return (await eventsAt(deps, projectId, [place]))[0] ?? null
    },
  }
}

/** Null where nothing can match. */
async function conditionsOf(
  { persons }: Deps,
  projectId: number,
  asked: EventsAsked,
): Promise<Fragment[] | null> {
  const conditions = groupConditions(asked.properties)
  if (asked.event !== null) conditions.push(sql`event = ${text(asked.event)}`)
  if (asked.distinctId !== null) conditions.push(sql`distinct_id = ${text(asked.distinctId)}`)
  if (asked.personUuid === null) return conditions
  const person = await persons.byUuid(projectId, asked.personUuid)
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

// Apart from finding them: read together, the properties of all events that were sorted filled the query's memory.
async function eventsAt(
  deps: Deps,
  projectId: number,
  places: readonly EventPlace[],
): Promise<ListedEvent[]> {
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return []
  const uuids = places.map(({ uuid }) => uuid)
  const query = sql`SELECT
  toString(uuid) AS id,
  event,
  distinct_id,
  person,
  properties_raw
${eventsOf(projectId, { fromMs: last.timestampMs, toMs: first.timestampMs + 1 }, [
  sql`uuid IN ${bound('Array(String)', uuids)}`,
])}`
  const rows = z.array(Row).parse(await deps.engine.rows(query, { name: 'events.page' }))
  const byUuid = new Map(rows.map((row) => [row.id, row]))
  const people = await peopleOf(
    deps,
    projectId,
    rows.map(({ person }) => person),
  )
  return places.flatMap(({ uuid, timestampMs }) => {
    const row = byUuid.get(uuid)
    if (row === undefined) return []
    return {
      uuid,
      event: row.event,
      distinctId: row.distinct_id,
      timestampMs,
      properties: parseExactJson(Buffer.from(row.properties_raw)) as Record<string, unknown>,
      person: people.get(row.person) ?? null,
    }
  })
}

/** By the numbers that events carry. */
async function peopleOf(
  deps: Deps,
  projectId: number,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, ListedPerson>> {
  const found = await deps.persons.byNumbers(projectId, [...new Set(numbers)])
  const listed = await named(deps, projectId, [...new Set(found.values())])
  const byRoot = new Map(listed.map((person) => [person.number, person]))
  return new Map(
    [...found].flatMap(([number, { number: root }]) => {
      const person = byRoot.get(root)
      return person === undefined ? [] : [[number, person] as const]
    }),
  )
}
