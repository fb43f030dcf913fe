import fc from 'fast-check'
import type { GivenEvent } from './filter-definition.ts'
import { type DefinedPerson, type GivenStatement, personsByDefinition } from './person-definition.ts'

/** One event of a story, with the number of the request that sends it. */
export interface ToldEvent {
  readonly uuid: string
  readonly name: string
  readonly distinctId: string
  readonly atMs: number
  readonly properties: Readonly<Record<string, unknown>>
  readonly request: number
}
export interface Story {
  /** No two events happen at the same time. */
  readonly events: readonly ToldEvent[]
  readonly windowSeconds: number
  /** Names of events. */
  readonly steps: readonly string[]
}

export const REQUESTS = 6
export const NOW_MS = Date.parse('2026-11-20T12:00:00Z')
const QUARTER_MS = 900_000
const QUARTERS_OF_THREE_DAYS = 3 * 24 * 4

const ILLEGAL_ID = '"GUEST"'
const distinctId = fc.constantFrom('ada', 'bob', 'anon-1', 'anon-2', 'anon-3', "it's \\ 50 %")
const name = fc.constantFrom('a', 'a', 'b', 'b', 'c')
const value = fc.constantFrom('x', 'y', 5, null, { deep: [1] })
const doing = (properties: fc.Arbitrary<Record<string, unknown>>) => fc.record({ name, properties })
const saying = (event: string, properties: fc.Arbitrary<Record<string, unknown>>) =>
  fc.record({ name: fc.constant(event), properties })

// `plan` is set and unset, and `source` is only set once, so that the semantics document decides every
// value.
const told = fc.oneof(
  { weight: 6, arbitrary: doing(fc.constant({})) },
  { weight: 2, arbitrary: doing(fc.constant({ $process_person_profile: false })) },
  { weight: 2, arbitrary: doing(fc.record({ $set: fc.record({ plan: value }) })) },
  { weight: 2, arbitrary: doing(fc.record({ $set_once: fc.record({ source: value }) })) },
  { weight: 1, arbitrary: doing(fc.constant({ $unset: ['plan'] })) },
  { weight: 3, arbitrary: saying('$identify', fc.record({ $anon_distinct_id: distinctId })) },
  {
    weight: 1,
    arbitrary: saying(
      '$identify',
      fc.record({ $anon_distinct_id: distinctId, $process_person_profile: fc.constant(false) }),
    ),
  },
  {
    weight: 1,
    arbitrary: saying(
      '$identify',
      fc.record({ $anon_distinct_id: distinctId, $set: fc.record({ plan: value }) }),
    ),
  },
  { weight: 1, arbitrary: saying('$create_alias', fc.record({ alias: distinctId })) },
  { weight: 1, arbitrary: saying('$create_alias', fc.constant({ alias: ILLEGAL_ID })) },
  { weight: 1, arbitrary: saying('$merge_dangerously', fc.record({ alias: distinctId })) },
)

const event = fc.record({
  told,
  distinctId,
  uuid: fc.uuid({ version: 4 }),
  quartersAgo: fc.integer({ min: 0, max: QUARTERS_OF_THREE_DAYS }),
  request: fc.nat(REQUESTS - 1),
})

export const givenStory: fc.Arbitrary<Story> = fc.record({
  events: fc
    .uniqueArray(event, { minLength: 1, maxLength: 24, size: 'max', selector: (one) => one.quartersAgo })
    .map((events) =>
      events.map(({ told, quartersAgo, ...rest }) => ({
        ...rest,
        ...told,
        atMs: NOW_MS - quartersAgo * QUARTER_MS,
      })),
    ),
  windowSeconds: fc.constantFrom(3600, 86_400, 14 * 86_400),
  steps: fc.array(name, { minLength: 2, maxLength: 3 }),
})

/** The persons behind events, by the definition. */
export const personsBehind = (events: readonly ToldEvent[]): DefinedPerson[] =>
  personsByDefinition(events.map(statementOf))

/** The events, each with its person. */
export const eventsByPerson = (events: readonly ToldEvent[]): GivenEvent[] => {
  const persons = personsBehind(events)
  return events.map(({ name, distinctId, atMs }) => ({
    person: persons.findIndex((person) => person.distinctIds.includes(distinctId)),
    name,
    atMs,
    properties: {},
  }))
}

/** Implements docs/semantics/persons.md: returns the statement about persons that an event makes. */
function statementOf({ name, distinctId, atMs, properties }: ToldEvent): GivenStatement {
  const { $set_once: setOnce, $set: set, $unset: unset, $process_person_profile: profile } = properties
  const { $anon_distinct_id: anonymous, alias } = properties
  const other = name === '$identify' ? anonymous : alias
  return {
    distinctId,
    atUs: atMs * 1000,
    hasProfile: profile !== false,
    setOnce: (setOnce ?? null) as GivenStatement['setOnce'],
    set: (set ?? null) as GivenStatement['set'],
    unset: (unset ?? null) as GivenStatement['unset'],
    merge:
      typeof other === 'string' && other !== ILLEGAL_ID
        ? { other, isForced: name === '$merge_dangerously' }
        : null,
    identifies:
      name === '$identify' && typeof other === 'string' && other !== ILLEGAL_ID && other !== distinctId,
  }
}
