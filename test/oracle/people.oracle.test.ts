import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPeople } from '../fixtures/read-people.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'
import { type GivenNode, givenNode } from './given-questions.ts'
import { givenStory, NOW_MS, type Story } from './given-story.ts'
import { runs, within } from './runs.ts'

const server = useApp()

/** Number of histories. With five questions about each, there are 50 questions, or 2,000 in a long run. */
const RUNS = runs({ short: 10, long: 400 })
const QUESTIONS = 5
/** How many numbers of an answer are looked at, in addition to one number that is zero. */
const NUMBERS_OF_ONE = 3

const given = fc.record({
  story: givenStory,
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia', 'America/Sao_Paulo'),
  /**
   * The companies and teams of events. Event i has the company and team at index i modulo the length of
   * each list.
   */
  companies: fc.array(fc.constantFrom(null, 'acme', 'initech', "it's"), { minLength: 1, maxLength: 5 }),
  teams: fc.array(fc.constantFrom(null, 'red', 'blue'), { minLength: 1, maxLength: 3 }),
  questions: fc.array(givenNode, { minLength: QUESTIONS, maxLength: QUESTIONS }),
  limit: fc.integer({ min: 1, max: 8 }),
  hoursLater: fc.constantFrom(0, 1, 30, 24 * 40),
})

async function tell(
  { events }: Story,
  companies: readonly unknown[],
  teams: readonly unknown[],
  token: string,
) {
  const sent = events.map(({ uuid, name, distinctId, atMs, properties }, i) => ({
    uuid,
    event: name,
    distinct_id: distinctId,
    timestamp: new Date(atMs).toISOString(),
    properties: {
      ...properties,
      n: i % 2 === 0 ? 1 : undefined,
      $session_id: `s${i % 4}`,
      $groups: {
        ...(companies[i % companies.length] !== null && { company: companies[i % companies.length] }),
        ...(teams[i % teams.length] !== null && { team: teams[i % teams.length] }),
      },
    },
  }))
  // The event comes first, so that it decides the indexes of the project's group types.
  const types = { event: 'types', distinct_id: 'types', timestamp: '2026-10-01T00:00:00Z' }
  const first = { ...types, properties: { $groups: { company: 'first', team: 'first' } } }
  await server.capture([first, ...sent], token, { historical_migration: true })
}

interface LinkedNumber {
  readonly value: number
  readonly url: string
}

// biome-ignore lint/suspicious/noExplicitAny: an item of any kind
function selectorOf({ status, days }: any): string {
  if (status !== undefined) return 'target_date'
  return typeof days[0] === 'number' ? 'stickiness_days' : 'day'
}

/**
 * Returns numbers of an answer, each with the address of its people: all numbers of a funnel, a few of each
 * other kind.
 */
// biome-ignore lint/suspicious/noExplicitAny: items of any kind
function linkedNumbers(items: readonly any[]): LinkedNumber[] {
  const steps = items.flatMap(
    ({ count, converted_people_url: converted, dropped_people_url: dropped }, i) => [
      ...(converted ? [{ value: count, url: converted }] : []),
      ...(dropped ? [{ value: items[i - 1].count - count, url: dropped }] : []),
    ],
  )
  const points = items.flatMap((item): LinkedNumber[] =>
    (item.data ?? []).map((value: number, i: number) => ({
      value: Math.abs(value),
      // An answer by the hour may have no room for its links.
      url:
        item.persons_urls[i]?.url ??
        `${item.persons.url}&${selectorOf(item)}=${encodeURIComponent(item.days[i])}`,
    })),
  )
  const totals = items.flatMap(({ aggregated_value: value, persons }): LinkedNumber[] =>
    value === undefined ? [] : [{ value, url: persons.url }],
  )
  const [counted, empty] = [true, false].map((is) => points.filter(({ value }) => value > 0 === is))
  return [
    ...steps,
    ...totals.slice(0, NUMBERS_OF_ONE),
    ...(counted ?? []).slice(0, NUMBERS_OF_ONE),
    ...(empty ?? []).slice(0, 1),
  ]
}

async function answerTo({ id }: TestProject, query: GivenNode) {
  const { status, body } = await server.request('POST', `/api/projects/${id}/query/`, { query })
  expect([status, body.detail], JSON.stringify(query)).toEqual([200, undefined])
  return body.results
}

test('as many people are behind any number as it says', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(given, async ({ story, timezone, companies, teams, questions, limit, hoursLater }) => {
      server.nowMs = NOW_MS
      const project = await server.newProject('Any', timezone)
      await tell(story, companies, teams, project.token)
      for (const query of questions) {
        server.nowMs = NOW_MS
        const numbers = linkedNumbers(await answerTo(project, query))
        server.nowMs = NOW_MS + hoursLater * 3_600_000
        for (const { value, url } of numbers) {
          const { people, total, count: read, missing } = await readPeople(server, `${url}&limit=${limit}`)
          expect([total, read, missing, people.length], JSON.stringify({ query, url })).toEqual([
            value,
            value,
            0,
            value,
          ])
          expect(new Set(people.map(({ id }) => id)).size).toBe(value)
          count += value
        }
      }
    }),
    within(RUNS),
  )
  // Numbers that are all zero would prove nothing. Ten small histories had 49 people behind their numbers.
  expect(count).toBeGreaterThan(RUNS)
})
