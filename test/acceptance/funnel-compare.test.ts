import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { readPeople } from '../fixtures/read-people.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const PROJECT = '/api/projects/1'

const did = (event: string, id: string, time: string) => ({
  event,
  distinct_id: id,
  timestamp: `2026-11-${time}:00Z`,
  properties: { plan: 'pro' },
})

beforeAll(() =>
  server.capture([
    did('visit', 'ada', '17T10:00'),
    did('pay', 'ada', '17T10:01'),
    did('visit', 'bob', '18T10:00'),
    // The payment is in the range, but the visit is not.
    did('pay', 'bob', '19T10:00'),
    did('visit', 'cid', '19T11:00'),
    did('pay', 'cid', '19T11:02'),
    did('visit', 'dan', '20T09:00'),
    did('visit', 'eve', '20T09:30'),
  ]),
)

const STEPS = [{ id: 'visit' }, { id: 'pay', order: 1 }]
const NODE = {
  kind: 'FunnelsQuery',
  series: [
    { kind: 'EventsNode', event: 'visit' },
    { kind: 'EventsNode', event: 'pay' },
  ],
  dateRange: { date_from: '-1d' },
  compareFilter: { compare: true },
}
const ask = (parameters: object) =>
  server.request('POST', `${PROJECT}/insights/funnel/`, {
    events: STEPS,
    date_from: '-1d',
    compare: true,
    ...parameters,
  })
const query = (more: object) => server.request('POST', `${PROJECT}/query/`, { query: { ...NODE, ...more } })
const inTrends = { funnelsFilter: { funnelVizType: 'trends' } }

interface Step {
  readonly compare_label: string
  readonly count: number
  readonly median_conversion_time: number | null
}
const stepsOf = (items: readonly Step[]) =>
  items.map((one) => [one.compare_label, one.count, one.median_conversion_time])
const idsBehind = async (url: string) =>
  (await readPeople(server, url)).people.flatMap((one) => one.distinct_ids).sort()

async function textOf(url: string): Promise<string> {
  const { payload } = await server.app.server.inject({ url, headers: { authorization: `Bearer ${KEY}` } })
  return payload
}

const BOTH = [
  ['current', 3, null],
  ['current', 1, 120],
  ['previous', 2, null],
  ['previous', 1, 60],
]

describe('a funnel of two periods', () => {
  test('has the steps of the current one, then those of the one before', async () => {
    const { status, body } = await ask({})
    expect([status, body.warnings]).toEqual([200, undefined])
    expect(stepsOf(body.result)).toEqual(BOTH)
    expect(body.result.map(({ order }: { order: string }) => order)).toEqual(['0', '1', '0', '1'])
    expect(stepsOf((await query({})).body.results)).toEqual(BOTH)
  })

  test('compare_to moves the earlier period, which may share days', async () => {
    const found = stepsOf((await ask({ compare: undefined, compare_to: '-1d' })).body.result)
    // The earlier period is 18 and 19 November, which has bob's visit and also his payment.
    expect(found.slice(2)).toEqual([
      ['previous', 2, null],
      ['previous', 2, 43_260],
    ])
  })

  test('each number has the people of its period, with their events and explanations', async () => {
    const { results } = (await query({})).body
    const listed = await Promise.all(
      results.map((step: { converted_people_url: string }) => idsBehind(step.converted_people_url)),
    )
    expect(listed).toEqual([['cid', 'dan', 'eve'], ['cid'], ['ada', 'bob'], ['ada']])
    expect(await idsBehind(results[3].dropped_people_url)).toEqual(['bob'])
    expect(results.map((step: { open_count: number | null }) => step.open_count)).toEqual([null, 2, null, 1])
    expect(await idsBehind(results[3].open_people_url)).toEqual(['bob'])
    const url = `${results[3].converted_people_url}&include_matched_events=true`
    const [ada] = (await readPeople(server, url)).people
    expect(ada.matched_events.map(({ timestamp }: { timestamp: string }) => timestamp)).toEqual([
      '2026-11-17T10:00:00.000Z',
      '2026-11-17T10:01:00.000Z',
    ])
    const explained = await server.request('GET', ada.explain_url)
    expect(explained.body.best_run.map(({ step }: { step: number }) => step)).toEqual([1, 2])
    const [bob] = (await readPeople(server, results[3].dropped_people_url)).people
    expect((await server.request('GET', bob.explain_url)).body.best_run).toHaveLength(1)
  })

  test('over time each period has its own days and people', async () => {
    const { results } = (await query(inTrends)).body
    expect(
      results.map((item: { compare_label: string; data: number[]; days: string[] }) => [
        item.compare_label,
        item.data,
        item.days,
      ]),
    ).toEqual([
      ['current', [100, 0], ['2026-11-19', '2026-11-20']],
      ['previous', [100, 0], ['2026-11-17', '2026-11-18']],
    ])
    expect(await idsBehind(results[1].converted_people_urls[0])).toEqual(['ada'])
    expect(await idsBehind(results[1].dropped_people_urls[1])).toEqual(['bob'])
  })

  test('an actors query names the period', async () => {
    const source = { kind: 'FunnelsActorsQuery', source: NODE, funnelStep: 2, compare: 'previous' }
    const { body } = await server.request('POST', `${PROJECT}/query/`, {
      query: { kind: 'ActorsQuery', select: ['distinct_ids'], source },
    })
    expect(body.results.flat(2)).toEqual(['ada'])
  })

  test('is saved, is on a dashboard, in CSV and on the page of a link', async () => {
    const saved = await server.request('POST', `${PROJECT}/insights/`, {
      filters: { insight: 'FUNNELS', events: STEPS, date_from: '-1d', compare: true },
      saved: true,
    })
    const { id } = saved.body
    const read = await server.request('GET', `${PROJECT}/insights/${id}/?refresh=true`)
    expect(stepsOf(read.body.results)).toEqual(BOTH)
    const { body: dashboard } = await server.request('POST', `${PROJECT}/dashboards/`, { name: 'Compared' })
    await server.request('PATCH', `${PROJECT}/insights/${id}/`, { dashboards: [dashboard.id] })
    const { body: tiles } = await server.request('GET', `${PROJECT}/dashboards/${dashboard.id}/`)
    expect(stepsOf(tiles.tiles[0].insight.results)).toEqual(BOTH)
    const rows = parseCsv(await textOf(`${PROJECT}/insights/${id}/?format=csv`))
    expect(rows.map((row) => [row[0], row[3], row.at(-1)])).toEqual([
      ['name', 'count', 'compare_label'],
      ['visit', '3', 'current'],
      ['pay', '1', 'current'],
      ['visit', '2', 'previous'],
      ['pay', '1', 'previous'],
    ])
    const sharing = await server.request('PATCH', `${PROJECT}/insights/${id}/sharing`, { enabled: true })
    const page = await textOf(`/shared/${sharing.body.access_token}`)
    expect(page).toMatch(/current · 1\. visit[\s\S]*previous · 1\. visit/)
  })

  test('over time is a table with the dates of both periods', async () => {
    const saved = await server.request('POST', `${PROJECT}/insights/`, { query: { ...NODE, ...inTrends } })
    expect(parseCsv(await textOf(`${PROJECT}/insights/${saved.body.id}/?format=csv`))).toEqual([
      ['series', '19-Nov-2026', '20-Nov-2026'],
      ['Conversion - current', '100', '0'],
      ['Conversion - previous', '100', '0'],
      ['Dates - previous', '17-Nov-2026', '18-Nov-2026'],
    ])
  })

  test('before all there is no period', async () => {
    const { body } = await ask({ date_from: 'all' })
    expect(body.result).toHaveLength(2)
    expect(body.result[0]).not.toHaveProperty('compare_label')
    expect(body.warnings).toMatchObject([{ code: 'compare_left_out', attr: 'compare' }])
  })

  test('compare of false is a funnel without a comparison', async () => {
    const { body } = await ask({ compare: false })
    expect(body.result).toHaveLength(2)
    expect(body.result[0]).not.toHaveProperty('compare_label')
  })

  test.each<[object, string]>([
    [{ funnel_viz_type: 'time_to_convert' }, 'compare'],
    [{ breakdown: 'plan' }, 'compare'],
    [{ breakdown: 'plan', compare: undefined, compare_to: '-1w' }, 'compare_to'],
  ])('with %j is refused', async (parameters, attr) => {
    const { status, body } = await ask(parameters)
    expect([status, body.code, body.attr]).toEqual([400, 'not_supported', attr])
  })

  test('a compare_to that is no span of time is refused', async () => {
    const { status, body } = await ask({ compare_to: 'last week' })
    expect([status, body.attr]).toEqual([400, 'compare_to'])
  })

  test('a correlation is of the current period, with a warning', async () => {
    const { body } = await server.request('POST', `${PROJECT}/query/`, {
      query: {
        kind: 'FunnelCorrelationQuery',
        source: { kind: 'FunnelsActorsQuery', source: NODE },
      },
    })
    expect(body.warnings).toMatchObject([{ code: 'ignored', attr: expect.stringContaining('compareFilter') }])
  })

  test('a funnel without a comparison has no people of an earlier period', async () => {
    const { results } = (await query({ compareFilter: undefined })).body
    const { status, body } = await server.request(
      'GET',
      `${results[0].converted_people_url}&compare_label=previous`,
    )
    expect([status, body.attr]).toEqual([400, 'compare_label'])
  })
})
