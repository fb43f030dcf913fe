import { randomUUID } from 'node:crypto'
import type { SeededRandom } from '../../fixtures/seeded-random.ts'

/** The instant of all questions. */
export const NOON_MS = Date.parse('2026-11-20T12:00:00Z')
const MINUTE_MS = 60_000
const DAYS = 5
const MINUTES_OF_DAY = 24 * 60
const PEOPLE = 150
const GROUPS = 12
/** One event of this many says something about people or groups. */
const SAYINGS = 5

const NAMES = ['a', 'a', 'b', 'b', 'c', 'paid', 'seen', 'seen', 'left', '$pageview', '$pageview'] as const
const BROWSERS = ['Chrome', 'Chrome', 'Firefox', 'Safari', '', null] as const
const PLANS = ['x', 'y', 'pro', 'free', null] as const
const PAGES = ['/', '/pricing', '/docs', '/docs/', 'https://example.com/a?b=c'] as const

/**
 * Returns events of five days, with people who are identified and merged again and again, so that many of
 * them have numbers on both shards.
 */
export function randomEvents(count: number, random: SeededRandom): object[] {
  return Array.from({ length: count }, (_, index) => {
    const event = random.between(1, SAYINGS) === 1 ? sayingEvent(random) : doneEvent(random)
    const minutesAgo = random.between(0, DAYS * MINUTES_OF_DAY)
    // No two events happen at the same time, so that the order of all is decided.
    return {
      uuid: randomUUID(),
      timestamp: new Date(NOON_MS - minutesAgo * MINUTE_MS - index).toISOString(),
      ...event,
    }
  })
}

const personId = (random: SeededRandom) => `person ${random.between(1, PEOPLE)}`
const anonymousId = (random: SeededRandom) => `anonymous ${random.between(1, PEOPLE)}`

function doneEvent(random: SeededRandom): object {
  const id = random.pick([personId, anonymousId])(random)
  return {
    event: random.pick(NAMES),
    distinct_id: id,
    properties: {
      $session_id: random.pick(['s1', `session of ${id}`, null]),
      $browser: random.pick(BROWSERS),
      $os: random.pick(['Linux', 'Mac', 'iOS']),
      $geoip_country_code: random.pick(['DE', 'FR', 'US']),
      $current_url: random.pick(PAGES),
      plan: random.pick(PLANS),
      n: random.pick([1, 2, 2.5, '5', null]),
      x: random.pick([1, 2]),
      amount: random.between(0, 1_000) / 4,
      $groups: random.pick(GROUPS_OF_EVENT)(random),
    },
  }
}

/** Makes the groups of an event: none, a company, or a company and a team. */
const GROUPS_OF_EVENT: readonly [(random: SeededRandom) => object, ...((random: SeededRandom) => object)[]] =
  [
    () => ({}),
    (random) => ({ company: groupKey(random) }),
    (random) => ({ company: groupKey(random), team: groupKey(random) }),
  ]
const groupKey = (random: SeededRandom) => `group ${random.between(1, GROUPS)}`

function sayingEvent(random: SeededRandom): object {
  const plan = random.pick(PLANS)
  switch (random.pick(['identify', 'identify', 'identify', 'alias', 'set', 'group'])) {
    case 'identify':
      return {
        event: '$identify',
        distinct_id: personId(random),
        properties: { $anon_distinct_id: anonymousId(random), $set: { plan } },
      }
    case 'alias':
      return {
        event: '$merge_dangerously',
        distinct_id: personId(random),
        properties: { alias: personId(random) },
      }
    case 'set':
      return {
        event: '$set',
        distinct_id: personId(random),
        properties: { $set: { plan, x: random.pick([1, 2]) } },
      }
    default:
      return {
        event: '$groupidentify',
        distinct_id: personId(random),
        properties: {
          $group_type: random.pick(['company', 'team']),
          $group_key: groupKey(random),
          $group_set: { size: random.pick([5, '5', 'large', 2.5]), plan },
        },
      }
  }
}
