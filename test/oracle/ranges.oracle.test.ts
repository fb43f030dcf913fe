import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPeople } from '../fixtures/read-people.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'
import { runs, within } from './runs.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const RUNS = runs({ short: 4, long: 80 })
const HOUR_MS = 3_600_000

/**
 * Zones whose clocks changed in these months, and two without a change. Havana went back on 1 November; Lord
 * Howe went forward by half an hour on 4 October.
 */
const ZONES = ['UTC', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const
const INTERVALS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const
const [EARLIEST, LATEST] = [Date.parse('2026-09-20T00:00Z'), Date.parse('2026-11-20T12:00Z')]

/** Events at irregular hours within two months. The first of them is the newest, and happens now. */
const eventsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    event: 'paid',
    distinct_id: `person ${(i * 7) % 11}`,
    timestamp: new Date(LATEST - ((i * i * 37) % ((LATEST - EARLIEST) / HOUR_MS)) * HOUR_MS).toISOString(),
    properties: {
      amount: i % 5,
      $session_id: `session ${(i * 5) % 17}`,
      $groups: { organization: `organization ${(i * 3) % 7}` },
    },
  }))

const MATHS = [
  {},
  { math: 'sum', math_property: 'amount' },
  { math: 'dau' },
  { math: 'unique_group', math_group_type_index: 0 },
  { math: 'unique_session' },
]
/** Indexes of the maths that count different actors, groups or sessions. */
const DIFFERENT = [2, 3, 4]

const hoursBack = fc.integer({ min: 1, max: 50 * 24 })
const instant = hoursBack.map((hours) => new Date(LATEST - hours * HOUR_MS).toISOString())
const day = instant.map((text) => text.slice(0, 10))
const ordered = (ends: fc.Arbitrary<string>) => fc.tuple(ends, ends).map((two) => two.sort())
const dates = fc.oneof(
  ordered(day).map(([date_from, date_to]) => ({ date_from, date_to })),
  ordered(instant).map(([date_from, date_to]) => ({ date_from, date_to, explicitDate: true })),
  fc.tuple(fc.integer({ min: 1, max: 50 }), fc.constantFrom('h', 'd', 'w')).map(([count, unit]) => ({
    date_from: `-${unit === 'w' ? Math.ceil(count / 7) : count}${unit}`,
  })),
  fc
    .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 20 }), fc.constantFrom('h', 'd'))
    .map(([length, to, unit]) => ({ date_from: `-${to + length}${unit}`, date_to: `-${to}${unit}` })),
  fc.constantFrom({ date_from: 'mStart' }, { date_from: 'wStart' }, { date_from: 'all' }),
)

describe.each(ZONES)('in %s', (timezone) => {
  let project: TestProject
  beforeAll(async () => {
    project = await server.newProject(timezone, timezone)
    await server.capture(eventsOf(90), project.token)
  })
  const path = () => `/api/projects/${project.id}/`
  const ask = async (
    display: string,
    interval: string,
    dateRange: object,
    maths: readonly object[] = MATHS,
  ) => {
    const series = maths.map((math) => ({ kind: 'EventsNode', event: 'paid', ...math }))
    const query = { kind: 'TrendsQuery', series, interval, dateRange, trendsFilter: { display } }
    const { status, body } = await server.request('POST', `${path()}query/`, { query })
    expect([status, body.detail]).toEqual([200, undefined])
    return body.results
  }
  const namesOf = async (urls: readonly string[]) => {
    const names = new Set<string>()
    for (const url of urls) for (const { id } of (await readPeople(server, url)).people) names.add(String(id))
    return [...names].sort()
  }

  test('any range has the same events by every interval and as one number', async () => {
    await fc.assert(
      fc.asyncProperty(
        dates,
        fc.constantFrom(0, 1),
        fc.constantFrom(...INTERVALS),
        fc.constantFrom(...DIFFERENT),
        async (dateRange, week_start_day, interval, different) => {
          await server.request('PATCH', path(), { week_start_day })
          const numbers = await ask('BoldNumber', interval, dateRange)
          const [total, sum] = numbers.map((item: { aggregated_value: number }) => item.aggregated_value)
          for (const one of INTERVALS) {
            const lines = await ask('ActionsLineGraph', one, dateRange)
            expect([one, lines[0].count, lines[1].count]).toEqual([one, total, sum])
            if (one !== interval) continue
            // An answer links people only if it has at most a few thousand values. So this question has one
            // series alone.
            const [line] = await ask(
              'ActionsLineGraph',
              one,
              dateRange,
              MATHS.slice(different, different + 1),
            )
            const { data, persons_urls } = line
            const filled = persons_urls.filter((_: unknown, i: number) => data[i] > 0)
            const union = await namesOf(filled.map(({ url }: { url: string }) => url))
            const whole = await namesOf([numbers[different].persons.url])
            expect(union).toEqual(whole)
            expect(whole).toHaveLength(numbers[different].aggregated_value)
          }
        },
      ),
      within(RUNS),
    )
  })
})
