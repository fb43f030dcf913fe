import fc from 'fast-check'
import type { GivenCorrelation, GivenLookedAt } from './correlation-definition.ts'
import { EVERYTHING, type GivenEvent, type Properties } from './filter-definition.ts'
import { asked, without } from './funnel-case.ts'
import { ORDERS } from './funnel-question.ts'

const PERSONS = 120
const BEGAN_MS = Date.parse('2026-11-18T10:00:00Z')
const MINUTE_MS = 60_000
const OTHERS = ['watched', 'read', 'error']
const RARE = ['rare 1', 'rare 2', 'rare 3', 'rare 4', 'rare 5', 'rare 6', 'rare 7', 'rare 8', 'rare 9']
const NAMES = ['visit', 'visit', 'visit', 'paid', 'paid', 'left', ...OTHERS, ...OTHERS]

const event = fc.record({
  name: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...NAMES) }, fc.constantFrom(...RARE)),
  minute: fc.nat(7),
  plan: fc.constantFrom<Properties[string][]>('free', 'free', 'free', 'pro', 5, '5', true, null),
  session: fc.nat(1),
})
const person = fc.record({
  events: fc.array(event, { minLength: 2, maxLength: 9, size: 'max' }),
  account: fc.nat(29),
  team: fc.constantFrom<Properties[string][]>('red', 'blue', 'it\'s "green"', null),
  seats: fc.constantFrom<Properties[string][]>(1, 2.5, 1, true),
})

/**
 * Events of many persons within a few minutes. Each person belongs to an account and mostly has two sessions.
 */
export const correlationStory: fc.Arbitrary<GivenEvent[]> = fc
  .array(person, { minLength: PERSONS, maxLength: PERSONS })
  .map((persons) =>
    persons.flatMap(({ events, account, team, seats }, number) =>
      events.map(
        ({ name, minute, plan, session }): GivenEvent => ({
          person: number,
          distinctId: `person ${number}`,
          name,
          atMs: BEGAN_MS + minute * MINUTE_MS,
          properties: { plan, $session_id: `${number} ${session}` },
          groups: { 0: `account ${account}` },
          personProperties: { team, seats },
          groupProperties: { 0: { tier: account % 3, region: account % 2 === 0 ? 'eu' : 'us' } },
        }),
      ),
    ),
  )

const some = (names: readonly string[]) =>
  fc.subarray([...names], { minLength: 1, maxLength: Math.min(3, names.length) })
const rarely = (names: readonly string[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<string[]>([]) }, some(names))

const lookedAt = (hasProperties: boolean): fc.Arbitrary<GivenLookedAt> =>
  fc.oneof(
    fc.record({ kind: fc.constant('events' as const), excluded: rarely([...OTHERS, 'left']) }),
    fc.record({
      kind: fc.constant('event_with_properties' as const),
      events: fc.oneof({ weight: 3, arbitrary: some(OTHERS) }, some([...RARE, 'visit', 'paid'])),
      excluded: rarely(['$session_id', 'plan']),
    }),
    ...(hasProperties
      ? [
          fc.record({
            kind: fc.constant('properties' as const),
            names: fc.oneof(fc.constant(['$all']), some(['team', 'seats', 'tier', 'region'])),
            excluded: rarely(['seats', 'tier']),
          }),
        ]
      : []),
  )

export const givenCorrelation: fc.Arbitrary<GivenCorrelation> = fc
  .record({
    steps: fc.constantFrom(
      'visit paid',
      'visit paid',
      'visit visit',
      'visit read paid',
      'visit paid watched',
    ),
    order: fc.constantFrom(...ORDERS),
    minutes: fc.constantFrom(1, 3, 5, 60),
    actor: fc.constantFrom(
      'person' as const,
      'person' as const,
      { groupTypeIndex: 0 },
      { hogql: 'properties.$session_id' },
    ),
    isExcluded: fc.boolean(),
    isFiltered: fc.nat(3).map((one) => one === 0),
    isCut: fc.boolean(),
  })
  .chain(({ steps, order, minutes, actor, isExcluded, isFiltered, isCut }) => {
    const last = order === 'unordered' ? steps.split(' ').length - 1 : 1
    const free = {
      type: 'AND' as const,
      values: [{ key: 'plan', operator: 'exact' as const, value: ['free'] }],
    }
    const funnel = asked(steps, {
      order,
      actor,
      window: { count: minutes, unit: 'minute' },
      properties: isFiltered ? free : EVERYTHING,
      ...(isExcluded && without('left', 0, last)),
      // Some of the events are then before the range or after it.
      ...(isCut && {
        range: { from: '2026-11-18T10:01:00Z', to: '2026-11-18T10:05:30Z', isExplicit: true },
      }),
    })
    const hasProperties = actor === 'person' || 'groupTypeIndex' in actor
    return fc.record({ funnel: fc.constant(funnel), lookedAt: lookedAt(hasProperties) })
  })
