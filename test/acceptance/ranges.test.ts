import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { readPeople } from '../fixtures/read-people.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC. Weeks begin on Sunday, the 15th.
const server = useApp()
const PROJECT = '/api/projects/1/'
const INTERVALS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const
const DISPLAYS = [
  'BoldNumber',
  'ActionsTable',
  'ActionsPie',
  'ActionsDonut',
  'ActionsProportionBar',
  'ActionsBarValue',
  'WorldMap',
] as const

const paid = (distinct_id: string, timestamp: string, plan = 'free') => ({
  event: 'paid',
  ...{ distinct_id, timestamp: `2026-${timestamp}:00Z`, properties: { plan, amount: 10 } },
})
beforeAll(() =>
  server.capture([
    paid('ada', '11-02T09:00'),
    paid('bob', '11-11T09:00', 'pro'),
    paid('cid', '11-16T09:00'),
    paid('ada', '11-17T00:30'),
    paid('bob', '11-18T09:00', 'pro'),
    paid('dan', '11-18T23:30', 'pro'),
    paid('eve', '11-20T09:00'),
    { ...paid('ada', '11-17T10:00'), event: 'left' },
    { ...paid('bob', '11-18T10:00'), event: 'left' },
    { ...paid('cid', '11-16T10:00'), event: 'left' },
  ]),
)
/** Tuesday to Thursday with three events. Before that the week has one more event, and the month two more. */
const MIDWEEK = { date_from: '2026-11-17', date_to: '2026-11-19' }
const events = [{ id: 'paid' }]

async function ask(parameters: object) {
  const { status, body } = await server.request('POST', `${PROJECT}insights/trend/`, {
    events,
    ...parameters,
  })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.result
}
const numberOf = async (parameters: object) => (await ask(parameters))[0].aggregated_value

describe('a display of one value covers its range whatever the interval is', () => {
  test.each(DISPLAYS)('%s', async (display) => {
    for (const interval of [...INTERVALS, 'minute']) {
      expect([interval, await numberOf({ display, interval, ...MIDWEEK })]).toEqual([interval, 3])
      // A range of a hundred years needs no buckets here either.
      expect(await numberOf({ display, interval, date_from: '1950-01-01' })).toBe(7)
    }
  })

  test.each<[string, object, number]>([
    ['whole days', { date_from: '-2d' }, 3],
    ['the exact start of a range in hours', { date_from: '-50h' }, 2],
    ['the hour that a range ends with', { date_from: '-50h', date_to: '-36h' }, 1],
    [
      'explicit instants',
      { date_from: '2026-11-17T00:31Z', date_to: '2026-11-18T09:00Z', explicit_date: true },
      1,
    ],
  ])('%s', async (_name, range, expected) => {
    for (const interval of INTERVALS) {
      expect([interval, await numberOf({ display: 'BoldNumber', interval, ...range })]).toEqual([
        interval,
        expected,
      ])
      expect([interval, (await ask({ interval, ...range }))[0].count]).toEqual([interval, expected])
    }
  })

  test('its people, its formula, its comparison, its breakdown and its CSV', async () => {
    const asked = {
      ...{ display: 'ActionsTable', interval: 'month', ...MIDWEEK },
      events: [{ id: 'paid', math: 'dau' }],
    }
    const [{ persons }] = await ask(asked)
    expect((await readPeople(server, persons.url)).total).toBe(3)
    expect(await numberOf({ ...asked, formula: 'A * 2' })).toBe(6)
    // The three days before the range have an event on the 16th.
    const compared = await ask({ ...asked, compare: true })
    expect(compared.map(({ aggregated_value }: { aggregated_value: number }) => aggregated_value)).toEqual([
      3, 1,
    ])
    const rows = await ask({ ...asked, breakdown: 'plan' })
    expect(rows.map((row: Record<string, unknown>) => [row.breakdown_value, row.aggregated_value])).toEqual([
      ['pro', 2],
      ['free', 1],
    ])
    const { payload } = await server.app.server.inject({
      method: 'POST',
      url: `${PROJECT}insights/trend/?format=csv`,
      headers: { authorization: `Bearer ${KEY}` },
      payload: asked,
    })
    expect(parseCsv(payload)).toEqual([
      ['series', 'total'],
      ['paid', '3'],
    ])
  })

  test('a dashboard by the month does not change it, and its dates do as they do a line by the day', async () => {
    const { body: insight } = await server.request('POST', `${PROJECT}insights/`, {
      filters: { insight: 'TRENDS', events, display: 'BoldNumber', interval: 'month', date_from: '-90d' },
    })
    const tileOn = async (filters: object) => {
      const { body } = await server.request('POST', `${PROJECT}dashboards/`, { name: 'Board', filters })
      await server.request('PATCH', `${PROJECT}insights/${insight.id}/`, { dashboards: [body.id] })
      const { body: read } = await server.request('GET', `${PROJECT}dashboards/${body.id}/?refresh=true`)
      return read.tiles[0].insight.results[0].aggregated_value
    }
    expect(await tileOn({ interval: 'month', ...MIDWEEK })).toBe(3)
    expect(await tileOn(MIDWEEK)).toBe(3)
  })
})

describe('a line by a longer interval counts the events of its range', () => {
  test.each<[string, string, string[], number[], string[]]>([
    ['week', '2026-11-17', ['2026-11-15'], [3], ['2026-11-15']],
    ['week', '2026-11-11', ['2026-11-08', '2026-11-15'], [1, 4], ['2026-11-08', '2026-11-15']],
    ['week', '2026-11-08', ['2026-11-08', '2026-11-15'], [1, 4], ['2026-11-15']],
    ['month', '2026-11-17', ['2026-11-01'], [3], ['2026-11-01']],
    ['quarter', '2026-09-17', ['2026-07-01', '2026-10-01'], [0, 6], ['2026-07-01', '2026-10-01']],
    ['year', '2025-01-01', ['2025-01-01', '2026-01-01'], [0, 6], ['2026-01-01']],
  ])('by the %s from %s', async (interval, date_from, days, data, incomplete_days) => {
    const [line] = await ask({ interval, date_from, date_to: '2026-11-19' })
    expect(line).toMatchObject({ days, data, incomplete_days })
    const weekly = await ask({
      interval,
      date_from,
      date_to: '2026-11-19',
      events: [{ id: 'paid', math: 'dau' }],
    })
    const people = await readPeople(server, weekly[0].persons_urls.at(-1).url)
    expect(people.total).toBe(weekly[0].data.at(-1))
  })

  test('a running sum begins with the range', async () => {
    const asked = { display: 'ActionsLineGraphCumulative', interval: 'week' }
    expect((await ask({ ...asked, date_from: '2026-11-11', date_to: '2026-11-19' }))[0].data).toEqual([1, 5])
  })

  test('a funnel over time has the runs that begin in its range', async () => {
    const { body } = await server.request('POST', `${PROJECT}insights/funnel/`, {
      events: [{ id: 'paid' }, { id: 'left', order: 1 }],
      ...{ funnel_viz_type: 'trends', interval: 'week', ...MIDWEEK },
    })
    const [line] = body.result
    // Dan did not leave, and cid's run began before the range.
    expect(line).toMatchObject({ days: ['2026-11-15'], data: [66.67], incomplete_days: ['2026-11-15'] })
    const people = await readPeople(server, line.converted_people_urls[0])
    expect(people.people.map(({ distinct_ids }) => distinct_ids[0]).sort()).toEqual(['ada', 'bob'])
  })

  test.each(['StickinessQuery', 'LifecycleQuery'])('a %s keeps whole weeks', async (kind) => {
    const query = {
      ...{ kind, interval: 'week', dateRange: MIDWEEK },
      series: [{ kind: 'EventsNode', event: 'paid' }],
    }
    const { body } = await server.request('POST', `${PROJECT}query/`, { query })
    // Ada, bob and dan are in the range. Cid is on the Monday before it, and counts because the week is
    // whole.
    const counts = body.results.map(({ count }: { count: number }) => Math.max(count, 0))
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(4)
  })
})

test('a range of days begins at midnight by the hour, and ends with its last day', async () => {
  const [line] = await ask({ interval: 'hour', date_from: '-3d', date_to: '-2d' })
  expect([line.days[0], line.days.at(-1), line.count]).toEqual([
    '2026-11-17 00:00:00',
    '2026-11-18 23:00:00',
    3,
  ])
  expect(line.incomplete_days).toEqual([])
  const [open] = await ask({ interval: 'hour', date_from: '-3d' })
  expect([open.days[0], open.days.at(-1)]).toEqual(['2026-11-17 00:00:00', '2026-11-20 12:00:00'])
})

test.each([
  [{}, 'dEnd'],
  [{ interval: 'hour', date_from: '-1d' }, 'hEnd'],
  [{ date_from: '-48h' }, 'hEnd'],
  [{ interval: 'week', date_from: 'mStart' }, 'dEnd'],
  [{ display: 'BoldNumber', date_from: '-7d' }, 'dEnd'],
  [{ date_from: '-3d', date_to: '-1d' }, '-1d'],
])('the filter of an item of %j has the end of its range, which asks the same again', async (asked, end) => {
  const [item] = await ask(asked)
  const { date_from, date_to } = item.filter
  expect(date_to).toBe(end)
  const [again] = await ask({ ...asked, date_from, date_to })
  expect([again.days, again.data, again.incomplete_days]).toEqual([
    item.days,
    item.data,
    item.incomplete_days,
  ])
})
