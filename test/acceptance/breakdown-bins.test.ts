import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()

const NONE = '$$_posthog_breakdown_null_$$'
const MOST = Number.MAX_VALUE

interface Case {
  readonly event: string
  readonly numbers: readonly (number | string)[]
  readonly bins: number
  /** The bins from the lowest to the highest, each with the number of its events. */
  readonly expected: readonly (readonly [string, number])[]
}

const CASES: readonly Case[] = [
  {
    event: 'a difference beyond the doubles',
    numbers: [-1e308, -1, 0, 1e308],
    bins: 4,
    expected: [
      ['[-1e308,-5e307]', 1],
      ['[-5e307,0]', 1],
      ['[0,5e307]', 1],
      ['[5e307,1e308]', 1],
    ],
  },
  {
    event: 'two numbers almost as far apart as doubles can be',
    numbers: [-1.7e308, 1.7e308],
    bins: 2,
    expected: [
      ['[-1.7e308,0]', 1],
      ['[0,1.7e308]', 1],
    ],
  },
  {
    event: 'the whole range of doubles',
    numbers: [-MOST, MOST],
    bins: 1,
    expected: [[`[${-MOST},${MOST}]`.replaceAll('e+', 'e'), 2]],
  },
  {
    event: 'a low beyond what can be multiplied by 100',
    numbers: [1e307, 3e307, 5e307],
    bins: 2,
    expected: [
      ['[1e307,3e307]', 1],
      ['[3e307,5e307]', 2],
    ],
  },
  {
    event: 'text beside numbers, some of which are no doubles',
    numbers: ['-1.5e308', '1e400', '1.5e308', 'inf', ''],
    bins: 2,
    expected: [
      ['[-1.5e308,0]', 1],
      ['[0,1.5e308]', 1],
      [NONE, 3],
    ],
  },
  {
    event: 'a greatest number without hundredths',
    numbers: [1.7e18, 1.8e18],
    bins: 1,
    expected: [['[1700000000000000000,1800000000000000000]', 2]],
  },
  {
    event: 'one large number',
    numbers: [1e300],
    bins: 10,
    expected: [['[1e300,1e300]', 1]],
  },
  {
    event: 'a number that is the low of a bin',
    numbers: [747, 803, 971],
    bins: 100,
    expected: [
      ['[747,749.24]', 1],
      ['[803,805.24]', 1],
      ['[968.76,971.01]', 1],
    ],
  },
  {
    event: 'small numbers below 0',
    numbers: [-0.004, 0.996],
    bins: 1,
    expected: [['[0,1.01]', 2]],
  },
]
const INSIGHTS = '/api/projects/1/insights/'

beforeAll(async () => {
  await server.capture(
    CASES.flatMap(({ event, numbers }) =>
      numbers.map((amount, i) => ({
        event,
        distinct_id: `person ${i}`,
        timestamp: '2026-11-20T10:00:00Z',
        properties: { amount },
      })),
    ),
  )
})

const lowFirst = (rows: readonly (readonly [string, number])[]) =>
  rows.toSorted(([a], [b]) => Number.parseFloat(a.slice(1)) - Number.parseFloat(b.slice(1)))

test.each(CASES)('of a trend: $event', async ({ event, numbers, bins, expected }) => {
  const asked = {
    events: [{ id: event }],
    display: 'ActionsTable',
    breakdown: 'amount',
    breakdown_histogram_bin_count: bins,
  }
  const { status, body } = await server.request('POST', `${INSIGHTS}trend/`, asked)
  expect(status).toBe(200)
  const found: [string, number][] = body.result.map((row: Row) => [row.breakdown_value, row.aggregated_value])
  expect(lowFirst(found)).toEqual(lowFirst(expected))
  expect(found.reduce((sum, [, count]) => sum + count, 0)).toBe(numbers.length)
  for (const { persons, aggregated_value } of body.result as Row[]) {
    const people = await server.request('GET', persons.url)
    expect(people.body.results[0].people).toHaveLength(aggregated_value)
  }
})

test.each(CASES)('of retention: $event', async ({ event, bins, expected }) => {
  const entity = { id: event, type: 'events' }
  const asked = {
    ...{ target_entity: entity, returning_entity: entity, total_intervals: 1, period: 'Day' },
    breakdown: 'amount',
    breakdown_histogram_bin_count: bins,
  }
  const { status, body } = await server.request('POST', `${INSIGHTS}retention/`, asked)
  expect(status).toBe(200)
  const found = (body.results ?? body.result) as { breakdown_value: string; values: { count: number }[] }[]
  expect(lowFirst(found.map((row) => [row.breakdown_value, row.values[0]?.count ?? 0]))).toEqual(
    lowFirst(expected),
  )
})

interface Row {
  readonly breakdown_value: string
  readonly aggregated_value: number
  readonly persons: { readonly url: string }
}
