import fc from 'fast-check'
import { cohortsOf, STATIC_COHORTS } from './cohorts-of-questions.ts'
import type { GivenEvent, GivenGroup, Properties, Scalar } from './filter-definition.ts'
import { givenGroup, givenProperties } from './given-filters.ts'
import { sinceChangeMs } from './given-ranges.ts'
import { personsBehind } from './given-story.ts'
import { givenGroups } from './given-world.ts'
import { inSessions } from './session-definition.ts'

/** The history of a project: what is sent to the server, and what it means. */
export interface GivenTrendWorld {
  /** The events as they are sent, in the order of the one request. */
  readonly told: readonly ToldTrendEvent[]
  readonly events: readonly GivenEvent[]
  /** The distinct ids that are added to each static cohort. */
  readonly added: Readonly<Record<number, readonly string[]>>
  readonly testAccountFilters: GivenGroup
  readonly weekStartDay: 0 | 1
}
export interface ToldTrendEvent {
  readonly name: string
  readonly distinctId: string
  readonly atMs: number
  readonly properties: Readonly<Record<string, unknown>>
}

const IDS = ['ada', 'bob', 'cid', 'anon-1', 'anon-2', 'no profile']
const NAMES = ['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'Paid', '$pageview', '$screen', '$autocapture']
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const AMOUNTS: readonly (Scalar | null)[] = [0, 1, 2, 2, 3.5, 5, 5, 10, 12.5, -3, 1000]
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...AMOUNTS) },
  { weight: 3, arbitrary: fc.constantFrom<Scalar | null>('5', ' 2.5', '1 200', '-3', '1e1', '.5', '5.') },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Scalar | null>('abc', '', 'nan', '-inf', '1e999', '1,000', true, false, null),
  },
)
const URLS = [
  'https://example.com',
  'https://example.com/',
  'https://example.com/a//',
  'https://example.com/a?b=/c/',
]
const PATHS = ['/', '//', '/?a', '#a', '/a/#b?c', '/a', '', '/A']
const view = fc.record(
  {
    $current_url: fc.constantFrom(...URLS, 'https://docs.example.com/a/b'),
    $referring_domain: fc.constantFrom('www.google.com', '$direct', 't.co'),
    utm_source: fc.constantFrom('google', 'newsletter'),
    utm_medium: fc.constantFrom('cpc', 'email'),
  },
  { requiredKeys: [] },
)
const own = fc.record(
  {
    amount,
    plan: fc.constantFrom<Scalar>('abc', 'abc', 'ABC', 'x', 5, '5', true, ''),
    size: fc.constantFrom<Scalar>('a', 'b', 'c', 'd', 'e', 1, 2, 10),
    url: fc.constantFrom(...URLS, ...PATHS),
    $geoip_country_code: fc.constantFrom('DE', 'DE', 'NP', 'EG', null),
  },
  { requiredKeys: ['amount', 'size'] },
)
const list = fc.constantFrom<readonly Scalar[]>([1, 2], [3], [], ['a', 'b'])

/** Time of an event: a distance from the clock change, or a distance from the begin of a session. */
export type GivenWhen = { readonly sinceMs: number } | { readonly session: number; readonly sinceMs: number }
/** What the events of a project are made from. */
export interface GivenKinds {
  readonly names: readonly string[]
  readonly when: fc.Arbitrary<GivenWhen>
  readonly most: number
}

const when: fc.Arbitrary<GivenWhen> = fc.oneof(
  { weight: 5, arbitrary: sinceChangeMs.map((sinceMs) => ({ sinceMs })) },
  { weight: 1, arbitrary: fc.integer({ min: -100, max: 3 }).map((days) => ({ sinceMs: days * DAY_MS })) },
  {
    weight: 3,
    arbitrary: fc.record({
      session: fc.nat(3),
      sinceMs: fc.oneof(
        fc.nat(15_000),
        fc.nat(24).map((hours) => hours * HOUR_MS),
        fc.nat(DAY_MS),
      ),
    }),
  },
)
const occurrenceOf = ({ names, when }: GivenKinds) =>
  fc
    .record({
      when,
      name: fc.constantFrom(...names),
      distinctId: fc.constantFrom(...IDS, 'ada', 'ada', 'anon-1'),
      any: givenProperties,
      own,
      view,
      list: fc.option(list, { freq: 8 }),
      groups: givenGroups,
      set: fc.option(givenProperties, { freq: 3 }),
    })
    .map(({ name, any, own, view, list, distinctId, ...rest }) => {
      const isView = name === '$pageview' || name === '$screen'
      const all = { ...any, ...own, ...(isView && { $current_url: null, ...view }) }
      const { amount: _, ...withoutAmount } = all
      const properties = list === null ? all : withoutAmount
      return { ...rest, name, distinctId, properties, lists: list === null ? {} : { amount: list } }
    })

const identify = fc.record({
  target: fc.constantFrom(...IDS.slice(0, 3)),
  other: fc.constantFrom(...IDS.slice(0, 5)),
  sinceMs: sinceChangeMs,
})
const groupProperties = fc.dictionary(fc.constantFrom('acme', 'initech', 'umbrella'), givenProperties, {
  noNullPrototype: true,
})

/** A project with events around a clock change. */
export const givenTrendWorld = (
  changeMs: number,
  kinds: GivenKinds = { names: NAMES, when, most: 40 },
): fc.Arbitrary<GivenTrendWorld> =>
  fc
    .record({
      occurrences: fc.array(occurrenceOf(kinds), { minLength: 3, maxLength: kinds.most, size: 'max' }),
      sessionStarts: fc.tuple(sinceChangeMs, sinceChangeMs, sinceChangeMs, sinceChangeMs),
      identified: fc.array(identify, { maxLength: 3 }),
      groups: fc.record({ 0: groupProperties, 4: groupProperties }),
      added: fc.record(Object.fromEntries(STATIC_COHORTS.map((id) => [id, fc.subarray(IDS)]))),
      // A project has a list of these filters, all of which must hold.
      testAccountFilters: givenGroup.map(
        ({ values }): GivenGroup => ({
          type: 'AND',
          values: values.filter((one) => !('values' in one)),
        }),
      ),
      weekStartDay: fc.constantFrom(0 as const, 1 as const),
    })
    .map(({ occurrences, sessionStarts, identified, groups, added, ...rest }) => {
      const placed = occurrences.map(({ when, properties, ...one }) => ({
        ...one,
        atMs: changeMs + when.sinceMs + ('session' in when ? (sessionStarts[when.session] ?? 0) : 0),
        properties:
          'session' in when ? { ...properties, $session_id: `session ${when.session}` } : properties,
      }))
      const told: Placed[] = [
        {
          ...{ name: 'set up', distinctId: 'set up', atMs: changeMs - 3 * DAY_MS, properties: {}, lists: {} },
          groups: Object.fromEntries(TYPES.map((index) => [index, 'seed'])),
          set: null,
        },
        ...groupStatements(groups, changeMs - 2 * DAY_MS),
        ...placed,
        ...identified.map(({ target, other, sinceMs }) => ({
          ...{
            name: '$identify',
            distinctId: target,
            atMs: changeMs + sinceMs,
            lists: {},
            groups: {},
            set: null,
          },
          properties: { $anon_distinct_id: other },
        })),
      ]
      return { ...rest, added, told: told.map(toTold), events: asTheyAre(told, groups, added) }
    })

interface Placed {
  readonly name: string
  readonly distinctId: string
  readonly atMs: number
  readonly properties: Properties
  readonly lists: Readonly<Record<string, readonly Scalar[]>>
  readonly groups: Readonly<Record<number, string>>
  /** Null sets nothing. */
  readonly set: Properties | null
  readonly statement?: Readonly<Record<string, unknown>>
}
type GroupsOfTypes = Readonly<Record<number, Readonly<Record<string, Properties>>>>

const TYPES = [0, 1, 2, 3, 4]
const typeName = (index: number | string) => `type ${index}`

const groupStatements = (groups: GroupsOfTypes, atMs: number): Placed[] =>
  Object.entries(groups).flatMap(([index, byKey]) =>
    Object.entries(byKey).map(([key, properties]) => ({
      ...{
        name: '$groupidentify',
        distinctId: 'set up',
        atMs,
        properties: {},
        lists: {},
        groups: {},
        set: null,
      },
      statement: { $group_type: typeName(index), $group_key: key, $group_set: properties },
    })),
  )

const toTold = ({
  name,
  distinctId,
  atMs,
  properties,
  lists,
  groups,
  set,
  statement,
}: Placed): ToldTrendEvent => ({
  name,
  distinctId,
  atMs,
  properties: {
    ...properties,
    ...lists,
    ...statement,
    ...(set !== null && distinctId !== 'no profile' && { $set: set }),
    ...(distinctId === 'no profile' && { $process_person_profile: false }),
    ...(Object.keys(groups).length > 0 && {
      $groups: Object.fromEntries(Object.entries(groups).map(([index, key]) => [typeName(index), key])),
    }),
  },
})

/** Returns the events with their persons, groups, cohorts and sessions. */
function asTheyAre(
  placed: readonly Placed[],
  groups: GroupsOfTypes,
  added: GivenTrendWorld['added'],
): GivenEvent[] {
  const persons = personsBehind(placed.map((one) => ({ ...toTold(one), uuid: '', request: 0 })))
  const events = placed.map(({ set: _, statement: __, ...event }): GivenEvent => {
    const number = persons.findIndex(({ distinctIds }) => distinctIds.includes(event.distinctId))
    const person = persons[number]
    const hasProfile = person !== undefined && person.createdUs !== null
    const properties = hasProfile ? (Object.fromEntries(person.properties) as Properties) : null
    const addedTo = Object.entries(added).flatMap(([cohort, ids]) =>
      ids.some((id) => person?.distinctIds.includes(id)) ? [Number(cohort)] : [],
    )
    return {
      ...event,
      person: number,
      personProperties: properties,
      cohorts: cohortsOf(properties, addedTo),
      groupProperties: Object.fromEntries(
        Object.entries(event.groups).map(([index, key]) => [index, groups[Number(index)]?.[key] ?? {}]),
      ),
    }
  })
  return inSessions(events)
}
