import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()
const PROJECT = '/api/projects/1'

const paid = (id: string, time: string, properties: object) => ({
  event: 'paid',
  distinct_id: id,
  timestamp: `2026-11-${time}:00Z`,
  properties,
})

beforeAll(() =>
  server.capture([
    paid('ada', '17T10:00', { amount: 8, plan: 'pro' }),
    paid('ada', '19T10:00', { amount: 1, plan: 'pro', $session_id: 's1' }),
    paid('bob', '19T10:30', { amount: '2', plan: 'free', $session_id: 's1' }),
    paid('cid', '19T11:00', { amount: 9, plan: 'pro', $session_id: 's2' }),
    paid('dan', '19T12:00', { amount: 'much', plan: 'pro' }),
  ]),
)

const ASKED = {
  events: [{ id: 'paid', math: 'sum', math_property: 'amount' }],
  date_from: '-1d',
  display: 'BoxPlot',
}
const NODE = {
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: 'paid', math_property: 'amount' }],
  dateRange: { date_from: '-1d' },
  trendsFilter: { display: 'BoxPlot' },
}
const NONE = { min: 0, p25: 0, median: 0, p75: 0, max: 0, mean: 0, count: 0 }
const OF_PAID = { series_index: 0, series_label: 'paid' }
const BOXES = [
  {
    ...{ day: '2026-11-19', label: '19-Nov-2026', ...OF_PAID },
    ...{ min: 1, p25: 1.5, median: 2, p75: 5.5, max: 9, mean: 4, count: 3 },
  },
  { day: '2026-11-20', label: '20-Nov-2026', ...NONE, ...OF_PAID },
]

/** Returns the text of an answer that is not JSON. */
async function textOf(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${KEY}` }
  const { statusCode, payload } = await server.app.server.inject({ url, headers })
  expect(statusCode).toBe(200)
  return payload
}

const trend = (parameters: object, path = 'insights/trend/') =>
  server.request('POST', `${PROJECT}/${path}`, { ...ASKED, ...parameters })

describe('a box plot', () => {
  test('has the statistics of each bucket, in flat parameters and as a node', async () => {
    const flat = await trend({})
    expect([flat.status, flat.body.boxplot_data]).toEqual([200, BOXES])
    expect(flat.body.result).toMatchObject([
      {
        label: 'paid',
        data: [2, 0],
        days: ['2026-11-19', '2026-11-20'],
        labels: ['19-Nov-2026', '20-Nov-2026'],
        action: { math: 'median', math_property: 'amount' },
        boxplot_data: BOXES,
      },
    ])
    const node = await server.request('POST', `${PROJECT}/query/`, { query: NODE })
    expect([node.body.warnings, node.body.boxplot_data]).toEqual([undefined, BOXES])
    expect(node.body.results[0].boxplot_data).toEqual(BOXES)
    const address = new URLSearchParams({ ...ASKED, events: JSON.stringify(ASKED.events) })
    const get = await server.request('GET', `${PROJECT}/insights/trend/?${address}`)
    expect(get.body.results[0].boxplot_data).toEqual(BOXES)
  })

  test('has rows of a breakdown and both periods', async () => {
    const { body } = await trend({ breakdown: 'plan', compare: true })
    expect(
      body.boxplot_data.map((box: (typeof BOXES)[number] & Record<string, unknown>) => [
        ...[box.compare_label, box.breakdown_value, box.series_label, box.day],
        ...[box.min, box.median, box.max, box.count],
      ]),
    ).toEqual([
      ['current', 'pro', 'pro', '2026-11-19', 1, 5, 9, 2],
      ['current', 'pro', 'pro', '2026-11-20', 0, 0, 0, 0],
      ['current', 'free', 'free', '2026-11-19', 2, 2, 2, 1],
      ['current', 'free', 'free', '2026-11-20', 0, 0, 0, 0],
      ['previous', 'pro', 'pro', '2026-11-17', 8, 8, 8, 1],
      ['previous', 'pro', 'pro', '2026-11-18', 0, 0, 0, 0],
      ['previous', 'free', 'free', '2026-11-17', 0, 0, 0, 0],
      ['previous', 'free', 'free', '2026-11-18', 0, 0, 0, 0],
    ])
  })

  test('of the duration of sessions has a number for each session', async () => {
    const { body } = await trend({ events: [{ id: 'paid', math_property: '$session_duration' }] })
    expect(body.boxplot_data[0]).toMatchObject({ min: 0, p25: 450, median: 900, max: 1800, count: 2 })
  })

  test('has the people of its events, also of a row of a breakdown', async () => {
    const { body } = await trend({ breakdown: 'plan' })
    const { body: people } = await server.request('GET', body.result[0].persons_urls[0].url)
    const idsOf = (list: readonly { distinct_ids: string[] }[]) => list.flatMap((one) => one.distinct_ids)
    expect(idsOf(people.results[0].people).sort()).toEqual(['ada', 'cid', 'dan'])
  })

  test('is saved, shown on a dashboard, and a table in CSV', async () => {
    const saved = await server.request('POST', `${PROJECT}/insights/`, { query: NODE, saved: true })
    const { id } = saved.body
    const read = await server.request('GET', `${PROJECT}/insights/${id}/?refresh=true`)
    expect(read.body.results[0].boxplot_data).toEqual(BOXES)
    const { body: dashboard } = await server.request('POST', `${PROJECT}/dashboards/`, { name: 'Boxes' })
    await server.request('PATCH', `${PROJECT}/insights/${id}/`, { dashboards: [dashboard.id] })
    const { body: tiles } = await server.request('GET', `${PROJECT}/dashboards/${dashboard.id}/`)
    expect(tiles.tiles[0].insight.results[0].boxplot_data).toEqual(BOXES)
    expect(parseCsv(await textOf(`${PROJECT}/insights/${id}/?format=csv`))).toEqual([
      ['series', 'date', 'min', 'p25', 'median', 'p75', 'max', 'mean', 'count'],
      ['paid', '19-Nov-2026', '1', '1.5', '2', '5.5', '9', '4', '3'],
      ['paid', '20-Nov-2026', '0', '0', '0', '0', '0', '0', '0'],
    ])
  })

  test('has a table and a chart on the page of a link', async () => {
    const saved = await server.request('POST', `${PROJECT}/insights/`, { query: NODE, saved: true })
    const path = `${PROJECT}/insights/${saved.body.id}/sharing`
    const { body } = await server.request('PATCH', path, { enabled: true })
    expect(await textOf(`/shared/${body.access_token}`)).toMatch(/75th percentile[\s\S]*5\.5/)
  })

  test.each<[object, string, string]>([
    [{ events: [{ id: 'paid' }] }, 'required', 'events__0__math_property'],
    [{ events: [{ id: 'paid', math: 'dau', math_property: 'amount' }] }, 'not_supported', 'events__0__math'],
    [{ formula: 'A' }, 'not_supported', 'formula'],
    [{ smoothing_intervals: 2 }, 'not_supported', 'smoothing_intervals'],
  ])('with %j is refused', async (parameters, code, attr) => {
    const { status, body } = await trend(parameters)
    expect([status, body.code, body.attr]).toEqual([400, code, attr])
  })
})
