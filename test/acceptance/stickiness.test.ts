import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'

/**
 * The worked example of the semantics document. Each person is also a company, and ada was active a week
 * before.
 */
const SIGNED_IN: Readonly<Record<string, readonly string[]>> = {
  ada: ['17T09', '17T10', '20T08', '13T08'],
  bob: ['18T23'],
  cid: ['17T12', '18T12', '19T12', '20T12'],
  dan: ['16T12'],
}
beforeAll(() =>
  server.capture(
    Object.entries(SIGNED_IN).flatMap(([person, times]) =>
      times.map((time) => ({
        event: 'signed in',
        distinct_id: person,
        timestamp: `2026-11-${time}:00:00Z`,
        properties: { $groups: { company: person === 'cid' ? 'initech' : 'acme' } },
      })),
    ),
  ),
)

const NODE = {
  kind: 'StickinessQuery',
  series: [{ kind: 'EventsNode', event: 'signed in', custom_name: 'Sign-ins' }],
  dateRange: { date_from: '-3d' },
}
const FILTERS = {
  insight: 'STICKINESS',
  events: [{ id: 'signed in', custom_name: 'Sign-ins' }],
  date_from: '-3d',
}

async function ask(more: object) {
  const { status, body } = await server.request('POST', '/api/projects/1/query/', {
    query: { ...NODE, ...more },
  })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results
}
const dataOf = async (more: object) =>
  (await ask(more)).map((item: { data: number[]; count: number }) => [item.data, item.count])
const filtered = (stickinessFilter: object) => ({ stickinessFilter })
const atLeast = (value: number) => filtered({ stickinessCriteria: { operator: 'gte', value } })

describe('a query node', () => {
  test('has every field of an item', async () => {
    expect(await ask({})).toEqual([
      {
        action: expect.objectContaining({
          id: 'signed in',
          type: 'events',
          order: 0,
          custom_name: 'Sign-ins',
        }),
        label: 'signed in',
        count: 3,
        data: [1, 1, 0, 1],
        days: [1, 2, 3, 4],
        labels: ['1 day', '2 days', '3 days', '4 days'],
        filter: expect.objectContaining({ date_from: '-3d' }),
        persons: expect.any(Object),
        persons_urls: expect.any(Array),
      },
    ])
  })

  test.each<[string, object, [number[], number][]]>([
    ['cumulative', filtered({ computedAs: 'cumulative' }), [[[3, 2, 1, 1], 3]]],
    ['days of two events', atLeast(2), [[[1, 0, 0, 0], 1]]],
    ['weeks', { interval: 'week' }, [[[4], 4]]],
    [
      'compared with the four days before',
      { compareFilter: { compare: true } },
      [
        [[1, 1, 0, 1], 3],
        [[2, 0, 0, 0], 2],
      ],
    ],
    [
      'companies',
      { series: [{ ...NODE.series[0], math: 'unique_group', math_group_type_index: 0 }] },
      [[[0, 0, 1, 1], 2]],
    ],
    [
      'two series',
      { series: [...NODE.series, { kind: 'EventsNode', event: 'paid' }] },
      [
        [[1, 1, 0, 1], 3],
        [[0, 0, 0, 0], 0],
      ],
    ],
  ])('%s', async (_name, more, expected) => {
    expect(await dataOf(more)).toEqual(expected)
  })

  test('a period of one interval is what it is without the field', async () => {
    for (const intervalCount of [1, null]) expect(await ask({ intervalCount })).toEqual(await ask({}))
  })

  test('periods of two days have their people, also compared', async () => {
    const [item, before] = await ask({ intervalCount: 2, compareFilter: { compare: true } })
    expect(item).toMatchObject({
      ...{ data: [1, 2], days: [1, 2], count: 3 },
      labels: ['1 period of 2 days', '2 periods of 2 days'],
    })
    expect(before.data).toEqual([2, 0])
    const idsBehind = async (url: string) => {
      const { body } = await server.request('GET', url)
      return body.results[0].people.flatMap((one: { distinct_ids: string[] }) => one.distinct_ids).sort()
    }
    expect(await Promise.all(item.persons_urls.map((one: { url: string }) => idsBehind(one.url)))).toEqual([
      ['bob'],
      ['ada', 'cid'],
    ])
    const beyond = item.persons_urls[1].url.replace('stickiness_days=2', 'stickiness_days=3')
    expect((await server.request('GET', beyond)).body).toMatchObject({ attr: 'stickiness_days' })
  })

  test('periods of several days are asked for in flat parameters, saved, and a table in CSV', async () => {
    const { body } = await server.request('POST', INSIGHTS, { filters: { ...FILTERS, interval_count: 3 } })
    const url = `${INSIGHTS}${body.id}/`
    expect((await server.request('GET', `${url}?refresh=true`)).body.results[0].data).toEqual([1, 2])
    const csv = await server.app.server.inject({
      url: `${url}?format=csv`,
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(parseCsv(csv.payload)[0]).toEqual(['series', '1 period of 3 days', '2 periods of 3 days'])
  })

  test.each([0, 1.5, -2, 10_001])('a period of %d intervals is refused', async (intervalCount) => {
    const query = { ...NODE, intervalCount }
    expect(await server.request('POST', '/api/projects/1/query/', { query })).toMatchObject({
      status: 400,
      body: { attr: 'query__intervalCount' },
    })
  })

  test('in a wrapper names the field that the sender wrote', async () => {
    const source = { ...NODE, ...atLeast(0) }
    const query = { kind: 'InsightVizNode', source }
    expect(await server.request('POST', '/api/projects/1/query/', { query })).toMatchObject({
      status: 400,
      body: {
        type: 'validation_error',
        attr: 'query__source__stickinessFilter__stickinessCriteria__value',
      },
    })
  })
})

describe('a saved insight', () => {
  const create = async (body: object) => (await server.request('POST', INSIGHTS, body)).body
  const read = async (id: number, search = '?refresh=blocking') =>
    (await server.request('GET', `${INSIGHTS}${id}/${search}`)).body

  const csvOf = async (id: number) => {
    const headers = { authorization: `Bearer ${KEY}` }
    return (await server.app.server.inject({ url: `${INSIGHTS}${id}/?format=csv`, headers })).payload
  }

  test.each([
    ['with filters', { filters: FILTERS }],
    [
      'with the filters of a trend that is shown as stickiness',
      {
        filters: { ...FILTERS, insight: 'TRENDS', shown_as: 'Stickiness' },
      },
    ],
    ['with a query', { query: { kind: 'InsightVizNode', source: NODE } }],
  ])('%s is computed', async (_name, body) => {
    const { id } = await create(body)
    expect((await read(id)).results).toMatchObject([{ data: [1, 1, 0, 1], count: 3 }])
  })

  test('with a query is shown with the same question as filters', async () => {
    const query = {
      kind: 'InsightVizNode',
      source: { ...NODE, ...atLeast(2), compareFilter: { compare: true, compare_to: '-1w' } },
    }
    const { filters } = await create({ query })
    expect(filters).toMatchObject({
      insight: 'STICKINESS',
      date_from: '-3d',
      compare: true,
      compare_to: '-1w',
      stickiness_criteria: { operator: 'gte', value: 2 },
    })
    const { id } = await create({ filters })
    expect((await read(id)).results).toMatchObject([
      { data: [1, 0, 0, 0], compare_label: 'current' },
      { data: [0, 0, 0, 0], compare_label: 'previous' },
    ])
  })

  test('is found among the insights of its kind', async () => {
    const { id } = await create({ name: 'Regulars', filters: FILTERS })
    const { body } = await server.request('GET', `${INSIGHTS}?insight=STICKINESS&search=Regulars`)
    expect(body.results.map((one: { id: number }) => one.id)).toEqual([id])
  })

  test('takes the dates of a dashboard', async () => {
    const { id } = await create({ filters: FILTERS })
    const dates = encodeURIComponent(JSON.stringify({ date_from: '2026-11-17', date_to: '2026-11-18' }))
    const { results } = await read(id, `?refresh=blocking&filters_override=${dates}`)
    expect(results).toMatchObject([{ data: [2, 1] }])
  })

  test('is a table', async () => {
    const { id } = await create({ filters: { ...FILTERS, compare: true } })
    expect(parseCsv(await csvOf(id))).toEqual([
      ['series', '1 day', '2 days', '3 days', '4 days'],
      ['Sign-ins - current', '1', '1', '0', '1'],
      ['Sign-ins - previous', '2', '0', '0', '0'],
    ])
  })

  test('is a chart with a table on its shared page', async () => {
    const { id } = await create({ name: 'Regulars', filters: FILTERS })
    const { body } = await server.request('PATCH', `${INSIGHTS}${id}/sharing`, { enabled: true })
    const { body: page } = await server.app.server.inject({ url: `/shared/${body.access_token}` })
    expect(page).toContain('<svg')
    const rows = [...page.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
      row
        .replaceAll(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s{2,}/),
    )
    expect(rows).toEqual([
      ['Active in', 'Sign-ins'],
      ['1 day', '1'],
      ['2 days', '1'],
      ['3 days', '0'],
      ['4 days', '1'],
    ])
  })
})
