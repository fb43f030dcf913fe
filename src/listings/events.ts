import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import type { PersonStore } from '#metadata/people/person-store.ts'
import type { FilterGroup } from '#query/filter.ts'
import type { Clock } from '#shared/clock.ts'
import { parseStoredJson } from '#shared/json-text.ts'
import { fitting } from '#shared/page-budget.ts'
import { eventsOf } from '#sql/events.ts'
import { groupConditions } from '#sql/filters.ts'
import { bound, type Fragment, sql, text } from '#sql/fragment.ts'
import { personIn } from '#sql/persons.ts'
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
  readonly person: PersonOfEvent | null
}
/** Without its properties, null, where they take more than {@link SHOWN_PERSON_BYTES}. */
export type PersonOfEvent = Pick<ListedPerson, 'isIdentified' | 'distinctIds'> & {
  readonly properties: ListedPerson['properties'] | null
}
export interface EventsAsked extends PlacesAsked {
  readonly event: string | null
  readonly personUuid: string | null
  readonly distinctId: string | null
  readonly properties: FilterGroup
}

export interface EventListing {
  /** Newest first, fewer than asked for where that many do not fit. `next` is the last one's place, where more follow. */
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
      const shown = await thatFit(deps, projectId, places.slice(0, asked.limit))
      const next = places.length > shown.length ? (shown.at(-1) ?? null) : null
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

// A person is repeated in each of its events, so a large one, 10,000 times on a page, is worth naming but not repeating.
const SHOWN_PERSON_BYTES = 16 * 1024
/** An event takes 1 MiB at most, so as few as these always fit. */
const ALWAYS_FIT = 20
const Size = z.object({ id: z.string(), person: z.number(), bytes: z.coerce.number() })

/** The first of these events whose properties, with those of their persons, fit on a page. */
async function thatFit(
  { engine, persons }: Deps,
  projectId: number,
  places: readonly EventPlace[],
): Promise<EventPlace[]> {
  if (places.length <= ALWAYS_FIT) return [...places]
  const query = sql`SELECT
  toString(uuid) AS id,
  person,
  length(properties_raw) AS bytes
${eventsAtPlaces(projectId, places)}`
  const sizes = z.array(Size).parse(await engine.rows(query, { name: 'events.sizes', projectId }))
  const people = await persons.keptBytes(projectId, [...new Set(sizes.map(({ person }) => person))])
  const bytesOf = new Map(
    sizes.map(({ id, person, bytes }) => {
      const personBytes = people.get(person) ?? 0
      return [id, bytes + (personBytes > SHOWN_PERSON_BYTES ? 0 : personBytes)]
    }),
  )
  return fitting(places, ({ uuid }) => bytesOf.get(uuid) ?? 0)
}

function eventsAtPlaces(projectId: number, places: readonly EventPlace[]): Fragment {
  const uuids = places.map(({ uuid }) => uuid)
  const range = {
    fromMs: places.at(-1)?.timestampMs ?? 0,
    toMs: (places[0]?.timestampMs ?? 0) + 1,
  }
  return eventsOf(projectId, range, [sql`uuid IN ${bound('Array(String)', uuids)}`])
}

// Apart from finding them: read together, the properties of all events that were sorted filled the query's memory.
async function eventsAt(
  deps: Deps,
  projectId: number,
  places: readonly EventPlace[],
): Promise<ListedEvent[]> {
  if (places.length === 0) return []
  const query = sql`SELECT
  toString(uuid) AS id,
  event,
  distinct_id,
  person,
  properties_raw
${eventsAtPlaces(projectId, places)}`
  const rows = z.array(Row).parse(await deps.engine.rows(query, { name: 'events.page', projectId }))
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
      properties: parseStoredJson(row.properties_raw) as Record<string, unknown>,
      person: people.get(row.person) ?? null,
    }
  })
}

/** By the numbers that events carry. */
async function peopleOf(
  deps: Deps,
  projectId: number,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, PersonOfEvent>> {
  const asked = [...new Set(numbers)]
  const found = await deps.persons.byNumbers(projectId, asked, SHOWN_PERSON_BYTES)
  const bytes = await deps.persons.keptBytes(projectId, asked)
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
