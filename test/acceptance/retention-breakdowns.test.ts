import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { withoutLoader } from '../fixtures/shared-markup.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const PROJECT = '/api/projects/1'
const INSIGHTS = `${PROJECT}/insights/`

/** The second worked example of the semantics document, with a second person in each row of persons. */
const event = (name: string, person: string, at: string, plan?: string) => ({
  event: name,
  distinct_id: person,
  timestamp: `2026-11-${at}:00:00Z`,
  properties: {
    ...(plan && { plan }),
    amount: person === 'ada' ? 5 : 10,
    $set: { team: person === 'cid' ? 'red' : 'blue' },
    $groups: { company: person === 'ada' ? 'initech' : 'acme' },
  },
})
beforeAll(() =>
  server.capture([
    event('signed in', 'ada', '17T09', 'pro'),
    event('signed in', 'ada', '17T10', 'free'),
    event('paid', 'ada', '18T09', 'pro'),
    event('signed in', 'bob', '17T09'),
    event('paid', 'bob', '18T09'),
    event('signed in', 'cid', '17T09', 'free'),
  ]),
)

const FLAT = {
  target_entity: { id: 'signed in' },
  returning_entity: { id: 'paid' },
  total_intervals: 2,
  date_to: '2026-11-18',
}
const BY_PLAN = { ...FLAT, breakdown: 'plan' }
const NODE = {
  kind: 'RetentionQuery',
  dateRange: { date_to: '2026-11-18' },
  breakdownFilter: { breakdown: 'plan' },
  retentionFilter: {
    targetEntity: { id: 'signed in' },
    returningEntity: { id: 'paid' },
    totalIntervals: 2,
  },
}
const NONE = '$$_posthog_breakdown_null_$$'
const OTHER = '$$_posthog_breakdown_other_$$'
const EXAMPLE = [
  ['free', [2, 0]],
  ['pro', [1, 1]],
  [NONE, [1, 1]],
]

interface Item {
  readonly breakdown_value: unknown
  readonly breakdown_values: readonly string[]
  readonly people_url: string
  readonly values: readonly { readonly count: number; readonly people_url: string }[]
}
/** Returns the first cohort of each row. The second cohort has nobody. */
const rowsOf = (items: readonly Item[]) =>
  items
    .filter((_, i) => i % 2 === 0)
    .map(({ breakdown_value, values }) => [breakdown_value, values.map(({ count }) => count)])
async function ask(body: object) {
  const answer = await server.request('POST', `${INSIGHTS}retention/`, body)
  expect([answer.status, answer.body.detail]).toEqual([200, undefined])
  return answer.body
}
async function cohortOf(filters: object): Promise<number> {
  const { body } = await server.request('POST', `${PROJECT}/cohorts/`, { name: 'Reds', ...filters })
  return body.id
}

describe('call 19 with a breakdown', () => {
  test('has the cohorts of each row, which is named as value and in words', async () => {
    const { results } = await ask(BY_PLAN)
    expect(rowsOf(results)).toEqual(EXAMPLE)
    expect(results.map(({ breakdown_values }: Item) => breakdown_values)).toEqual([
      ...[['free'], ['free'], ['pro'], ['pro']],
      ...[['None (i.e. no value)'], ['None (i.e. no value)']],
    ])
  })

  test.each<[string, object, unknown[]]>([
    [
      'the first time',
      { ...BY_PLAN, retention_type: 'retention_first_time' },
      [
        ['free', [1, 0]],
        ['pro', [1, 1]],
        [NONE, [1, 1]],
      ],
    ],
    [
      'a limit',
      { ...BY_PLAN, breakdown_limit: 1 },
      [
        ['free', [2, 0]],
        [OTHER, [1, 1]],
        [NONE, [1, 1]],
      ],
    ],
    [
      'a limit and no row of the others',
      { ...BY_PLAN, breakdown_limit: 1, breakdown_hide_other_aggregation: true },
      [
        ['free', [2, 0]],
        [NONE, [1, 1]],
      ],
    ],
    [
      'a property of persons',
      { ...FLAT, breakdown: 'team', breakdown_type: 'person' },
      [
        ['blue', [2, 2]],
        ['red', [1, 0]],
      ],
    ],
    [
      'an expression',
      { ...FLAT, breakdown: 'upper(properties.plan)', breakdown_type: 'hogql' },
      [
        ['FREE', [2, 0]],
        ['PRO', [1, 1]],
        [NONE, [1, 1]],
      ],
    ],
    [
      'bins',
      { ...FLAT, breakdown: 'amount', breakdown_histogram_bin_count: 2 },
      [
        ['[7.5,10.01]', [2, 1]],
        ['[5,7.5]', [1, 1]],
      ],
    ],
    [
      'groups',
      { ...BY_PLAN, aggregation_group_type_index: 0 },
      [
        ['free', [2, 0]],
        ['pro', [1, 1]],
        [NONE, [1, 1]],
      ],
    ],
    [
      'two properties',
      { ...FLAT, breakdowns: [{ property: 'plan' }, { property: 'team', type: 'person' }] },
      [
        [['', 'blue'].map((value) => value || NONE), [1, 1]],
        [
          ['free', 'blue'],
          [1, 0],
        ],
        [
          ['free', 'red'],
          [1, 0],
        ],
        [
          ['pro', 'blue'],
          [1, 1],
        ],
      ],
    ],
  ])('%s', async (_name, body, expected) => {
    expect(rowsOf((await ask(body)).results).toSorted(byText)).toEqual(expected.toSorted(byText))
  })
  const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

  test('by cohorts has each of them, with their names', async () => {
    const reds = await cohortOf({
      filters: {
        properties: {
          type: 'AND',
          values: [{ key: 'team', type: 'person', operator: 'exact', value: 'red' }],
        },
      },
    })
    const { results } = await ask({ ...FLAT, breakdown: [reds, 'all'], breakdown_type: 'cohort' })
    expect(rowsOf(results)).toEqual([
      ['all', [3, 2]],
      [reds, [1, 0]],
    ])
    expect(results[2].breakdown_values).toEqual(['Reds'])
    const { body } = await server.request('GET', results[2].people_url)
    expect(body.results[0].people.map(({ name }: { name: string }) => name)).toEqual(['cid'])
  })

  test('call 18 and a node answer the same', async () => {
    const texts = Object.entries(BY_PLAN).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ])
    const query = new URLSearchParams(Object.fromEntries(texts))
    const { body } = await server.request('GET', `${INSIGHTS}retention/?${query}`)
    expect(rowsOf(body.results)).toEqual(EXAMPLE)
    expect(rowsOf((await ask({ query: NODE })).results)).toEqual(EXAMPLE)
    const { body: asked } = await server.request('POST', `${PROJECT}/query/`, { query: NODE })
    expect(rowsOf(asked.results)).toEqual(EXAMPLE)
  })
})

describe('the people behind a value of a row', () => {
  const namesIn = async (url: string) => {
    const { status, body } = await server.request('GET', url)
    expect([status, body.detail]).toEqual([200, undefined])
    return body.results[0].people.map(({ name }: { name: string }) => name).sort()
  }

  test.each<[string, object]>([
    ['values', BY_PLAN],
    ['the first time', { ...BY_PLAN, retention_type: 'retention_first_time' }],
    ['others', { ...BY_PLAN, breakdown_limit: 1 }],
    ['bins', { ...FLAT, breakdown: 'amount', breakdown_histogram_bin_count: 2 }],
    ['lists', { ...FLAT, breakdowns: [{ property: 'plan' }, { property: 'team', type: 'person' }] }],
  ])('are those that it counts: %s', async (_name, body) => {
    const { results } = await ask(body)
    for (const { values } of results as Item[])
      for (const { count, people_url } of values) expect(await namesIn(people_url)).toHaveLength(count)
  })

  test('are found by the value of the row', async () => {
    const asked = { ...BY_PLAN, breakdown_values: [0], breakdown_value: 'free' }
    const { body } = await server.request('POST', `${PROJECT}/persons/retention/`, asked)
    expect(body.results[0].people.map(({ name }: { name: string }) => name).sort()).toEqual(['ada', 'cid'])
    expect(body.results[0].people[0].appearances).toEqual([1, 0])
  })

  test('need the value of a row', async () => {
    const asked = { ...BY_PLAN, breakdown_values: [0] }
    expect(await server.request('POST', `${PROJECT}/persons/retention/`, asked)).toMatchObject({
      status: 400,
      body: { code: 'required', attr: 'breakdown_value' },
    })
  })
})

describe('a saved retention with a breakdown', () => {
  const create = async (body: object) => (await server.request('POST', INSIGHTS, body)).body
  const read = async (id: number, query = '') =>
    (await server.request('GET', `${INSIGHTS}${id}/?refresh=blocking${query}`)).body

  test.each([
    ['filters', { filters: { insight: 'RETENTION', ...BY_PLAN } }],
    ['a query', { query: { kind: 'InsightVizNode', source: NODE } }],
  ])('with %s is computed, and then cached', async (_name, body) => {
    const { id, filters } = await create(body)
    expect(filters.breakdown).toBe('plan')
    expect(rowsOf((await read(id)).results)).toEqual(EXAMPLE)
    const again = (await server.request('GET', `${INSIGHTS}${id}/`)).body
    expect([again.is_cached, rowsOf(again.results)]).toEqual(['true', EXAMPLE])
  })

  test('has the breakdown of its dashboard', async () => {
    const filters = { breakdown_filter: { breakdown: 'plan' } }
    const { id: dashboard } = (
      await server.request('POST', `${PROJECT}/dashboards/`, { name: 'By plan', filters })
    ).body
    const { id } = await create({ filters: { insight: 'RETENTION', ...FLAT }, dashboards: [dashboard] })
    expect(rowsOf((await read(id, `&from_dashboard=${dashboard}`)).results)).toEqual(EXAMPLE)
  })

  test('is a table', async () => {
    const { id } = await create({ filters: { insight: 'RETENTION', ...BY_PLAN } })
    const { payload } = await server.app.server.inject({
      url: `${INSIGHTS}${id}/?format=csv`,
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(parseCsv(payload).slice(0, 4)).toEqual([
      ['breakdown', 'cohort', 'cohort size', 'Day 0', 'Day 1'],
      ['free', '2026-11-17', '2', '2', '0'],
      ['free', '2026-11-18', '0', '0', ''],
      ['pro', '2026-11-17', '1', '1', '1'],
    ])
  })

  test('has a mean for each row on its shared page', async () => {
    const { id } = await create({ name: 'By plan', filters: { insight: 'RETENTION', ...BY_PLAN } })
    const { body } = await server.request('PATCH', `${INSIGHTS}${id}/sharing`, { enabled: true })
    const shared = await server.app.server.inject({ url: `/shared/${body.access_token}` })
    const page = withoutLoader(shared.body)
    expect(page).not.toMatch(/<script(?! type="application\/json")/)
    const means = [...page.matchAll(/<tr>(?:(?!<\/tr>).)*Weighted mean.*?<\/tr>/g)].map(([row]) =>
      row.split(/<[^>]*>/).filter((text) => text !== ''),
    )
    expect(means).toEqual([
      ['free', 'Weighted mean', '0%'],
      ['pro', 'Weighted mean', '100%'],
      ['None (i.e. no value)', 'Weighted mean', '100%'],
    ])
  })
})
