import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { FILTERS, FLAT, NODE } from '../fixtures/retention-example.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const PROJECT = '/api/projects/1'
const INSIGHTS = `${PROJECT}/insights/`
const RETENTION = `${INSIGHTS}retention/`

const event = (name: string, person: string, at: string, amount?: unknown) => ({
  event: name,
  distinct_id: person,
  timestamp: `2026-${at}:00Z`,
  properties: { plan: person === 'ada' ? 'pro' : 'free', ...(amount !== undefined && { amount }) },
})
const signedIn = (person: string, ...times: string[]) =>
  times.map((at) => event('signed in', person, at, 100))
const paid = (person: string, at: string, amount: unknown) => event('paid', person, at, amount)

/** The worked example of the semantics page. */
beforeAll(() =>
  server.capture([
    ...signedIn('ada', '11-17T09:00', '11-19T09:00'),
    ...signedIn('bob', '10-01T09:00', '11-17T09:00'),
    ...signedIn('cid', '11-18T23:59'),
    ...signedIn('dan', '11-16T09:00'),
    paid('ada', '11-17T08:00', 1),
    paid('ada', '11-17T10:00', 5),
    paid('ada', '11-18T08:00', 7),
    paid('ada', '11-18T09:00', 'free'),
    paid('ada', '11-20T08:00', 8),
    paid('bob', '11-18T10:00', '2'),
    paid('bob', '11-18T11:00', 3),
    paid('cid', '11-19T00:01', 10),
    paid('cid', '11-20T09:00', 4),
    paid('dan', '11-17T09:00', 6),
    paid('eve', '11-18T09:00', 9),
    {
      event: '$set',
      distinct_id: 'ada',
      properties: { $set: { seats: 3 } },
      timestamp: '2026-11-01T00:00:00Z',
    },
  ]),
)

const SUM = { aggregation_type: 'sum', aggregation_property: 'amount' }
const MEAN = { aggregation_type: 'avg', aggregation_property: 'amount' }
const COUNTS = [[2, 2, 0, 1], [1, 1, 1], [1, 1], [0]]
const SUMS = [[5, 12, 0, 8], [0, 10, 4], [0, 8], [0]]
const MEANS = [[2.5, 6, 0, 8], [0, 10, 4], [0, 8], [0]]

interface Item {
  readonly values: readonly {
    readonly count: number
    readonly rate: number | null
    readonly aggregation_value?: number
    readonly people_url: string
  }[]
}
const sumsOf = (items: readonly Item[]) =>
  items.map(({ values }) => values.map((value) => value.aggregation_value))
const countsOf = (items: readonly Item[]) => items.map(({ values }) => values.map(({ count }) => count))
const post = (more: object) => server.request('POST', RETENTION, { ...FLAT, ...more })

describe('a sum and a mean', () => {
  test.each<[string, object, number[][]]>([
    ['the sum', SUM, SUMS],
    ['the mean of all who are counted', MEAN, MEANS],
    [
      'the sum of the first time',
      { ...SUM, retention_type: 'retention_first_time' },
      [[5, 7, 0, 8], [0, 10, 4], [0, 0], [0]],
    ],
    [
      'the sum of the first time of all',
      { ...SUM, retention_type: 'retention_first_ever_occurrence' },
      [[5, 7, 0, 8], [0, 10, 4], [0, 0], [0]],
    ],
    [
      'the sum in brackets',
      { ...SUM, retention_custom_brackets: [2, 1] },
      [[5, 12, 8], [0, 14], [0, 8], [0]],
    ],
    [
      'the sum of one event, with all of it in value 0',
      { ...SUM, target_entity: { id: 'paid' } },
      [[12, 7, 0, 8], [21, 0, 8], [10, 4], [12]],
    ],
    [
      'the sum of a property of persons, once for each event',
      { ...SUM, aggregation_property: 'seats', aggregation_property_type: 'person' },
      [[3, 6, 0, 3], [0, 0, 0], [0, 3], [0]],
    ],
    [
      'the sum of each row of a breakdown',
      { ...SUM, breakdown: 'plan' },
      [...[[0, 5, 0, 0], [0, 10, 4], [0, 0], [0]], ...[[5, 7, 0, 8], [0, 0, 0], [0, 8], [0]]],
    ],
  ])('%s', async (_name, more, expected) => {
    const { status, body } = await post(more)
    expect([status, body.detail]).toEqual([200, undefined])
    expect(sumsOf(body.results)).toEqual(expected)
  })

  test('leave the actors, their shares and the people as they are', async () => {
    const { body } = await post(SUM)
    const { body: counted } = await post({})
    expect(countsOf(body.results)).toEqual(COUNTS)
    const withoutSums = (items: readonly Item[]) =>
      items.map(({ values }) => values.map(({ count, rate }) => [count, rate]))
    expect(withoutSums(body.results)).toEqual(withoutSums(counted.results))
    expect(
      sumsOf(counted.results)
        .flat()
        .every((sum) => sum === undefined),
    ).toBe(true)
    const { body: people } = await server.request('GET', body.results[0].values[1].people_url)
    const ids = people.results[0].people.flatMap((one: { distinct_ids: string[] }) => one.distinct_ids)
    expect(ids.toSorted()).toEqual(['ada', 'bob'])
  })

  test('need no minimum of occurrences, which has a warning', async () => {
    const { body } = await post({ ...SUM, minimum_occurrences: 2 })
    expect([countsOf(body.results), sumsOf(body.results)]).toEqual([COUNTS, SUMS])
    expect(body.warnings).toMatchObject([{ code: 'ignored', attr: 'minimum_occurrences' }])
  })

  test('of a property that nobody has is 0, with a warning', async () => {
    const { body } = await post({ ...MEAN, aggregation_property: 'amuont' })
    expect(
      sumsOf(body.results)
        .flat()
        .every((sum) => sum === 0),
    ).toBe(true)
    expect(body.warnings).toMatchObject([{ attr: 'aggregation_property' }])
  })

  test.each<[string, object, string, string]>([
    ['without a property', { aggregation_type: 'sum' }, 'required', 'aggregation_property'],
    ['of an empty property', { ...MEAN, aggregation_property: '' }, 'required', 'aggregation_property'],
    [
      'of a property that is a list',
      { ...SUM, aggregation_property: ['a'] },
      'invalid_input',
      'aggregation_property',
    ],
    [
      'of a session',
      { ...SUM, aggregation_property_type: 'session' },
      'invalid_choice',
      'aggregation_property_type',
    ],
    ['of another name', { ...SUM, aggregation_type: 'summe' }, 'invalid_choice', 'aggregation_type'],
    [
      'of rolling windows',
      { ...SUM, time_window_mode: '24_hour_windows' },
      'not_supported',
      'time_window_mode',
    ],
    ['of later returns', { ...SUM, cumulative: true }, 'not_supported', 'cumulative'],
  ])('%s are refused', async (_name, more, code, attr) => {
    expect(await post(more)).toMatchObject({
      status: 400,
      body: { type: 'validation_error', code, attr },
    })
  })
})

describe('the same question', () => {
  const ASKED = { aggregationType: 'sum', aggregationProperty: 'amount', aggregationPropertyType: 'event' }

  test('in an address', async () => {
    const texts = Object.entries({ ...FLAT, ...SUM }).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ])
    const { body } = await server.request(
      'GET',
      `${RETENTION}?${new URLSearchParams(Object.fromEntries(texts))}`,
    )
    expect([sumsOf(body.results), body.filters]).toMatchObject([SUMS, SUM])
  })

  test('as a query node', async () => {
    const query = { ...NODE, retentionFilter: { ...NODE.retentionFilter, ...ASKED } }
    const { body } = await server.request('POST', `${PROJECT}/query/`, { query })
    expect([sumsOf(body.results), countsOf(body.results)]).toEqual([SUMS, COUNTS])
  })

  test('as a saved insight, its table and its shared page', async () => {
    const { body: insight } = await server.request('POST', INSIGHTS, {
      name: 'Revenue',
      filters: { ...FILTERS, ...SUM },
    })
    const { body } = await server.request('GET', `${INSIGHTS}${insight.id}/?refresh=blocking`)
    expect(sumsOf(body.results)).toEqual(SUMS)

    const { payload } = await server.app.server.inject({
      url: `${INSIGHTS}${insight.id}/?format=csv`,
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(parseCsv(payload)).toEqual([
      ['cohort', 'cohort size', 'Day 0', 'Day 1', 'Day 2', 'Day 3'],
      ['2026-11-17', '2', '5', '12', '0', '8'],
      ['2026-11-18', '1', '0', '10', '4', ''],
      ['2026-11-19', '1', '0', '8', '', ''],
      ['2026-11-20', '0', '0', '', '', ''],
    ])

    const { body: sharing } = await server.request('PATCH', `${INSIGHTS}${insight.id}/sharing`, {
      enabled: true,
    })
    const { body: page } = await server.app.server.inject({ url: `/shared/${sharing.access_token}` })
    const rows = [...page.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row = '']) =>
      row.split(/<[^>]*>/).filter((text) => text !== ''),
    )
    expect(rows).toEqual([
      ['Mean of cohorts', '1.67', '11', '0'],
      ['2026-11-17', '2', '5', '12', '0', '8 *'],
      ['2026-11-18', '1', '0', '10', '4 *'],
      ['2026-11-19', '1', '0', '8 *'],
      ['2026-11-20', '0', '0 *'],
    ])
    expect(page).not.toMatch(/percent|\d%<\/td>/)
  })
})
