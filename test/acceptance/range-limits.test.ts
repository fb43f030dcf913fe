import { beforeAll, describe, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()

const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata'] as const
const INTERVALS = ['minute', 'hour', 'day', 'week', 'month'] as const
const RANGES = [
  ['all', null],
  ['1970-01-01', '1970-04-01'],
  ['1970-01-20', '1970-03-20'],
  ['1969-12-01', '1970-04-01'],
  ['0001-01-01', '0001-02-01'],
  ['2148-12-01', '2149-02-01'],
  ['9999-12-01', '9999-12-31'],
] as const
/** Returns whether a range has more than 10,000 intervals. */
const isTooLong = (from: string, interval: string) =>
  interval === 'minute' || (from === 'all' && (interval === 'hour' || interval === 'day'))

describe.each(ZONES)('events of the first storable instants in %s', (zone) => {
  let project: TestProject
  beforeAll(async () => {
    project = await server.newProject(zone, zone)
    await server.capture(
      ['1970-01-01T00:00:00Z', '1970-01-25T12:00:00Z', '1970-02-25T12:00:00Z', '2026-11-19T12:00:00Z'].map(
        (timestamp) => ({ event: 'visit', distinct_id: 'ada', timestamp }),
      ),
      project.token,
      { historical_migration: true },
    )
  })
  const ask = (node: object) => server.request('POST', `/api/projects/${project.id}/query/`, { query: node })
  const series = [{ kind: 'EventsNode', event: 'visit' }]

  test.each(
    RANGES.flatMap(([date_from, date_to]) => INTERVALS.map((interval) => ({ date_from, date_to, interval }))),
  )('every kind is computed or refused: %j', async ({ interval, ...dateRange }) => {
    for (const kind of ['TrendsQuery', 'StickinessQuery', 'LifecycleQuery']) {
      const { status, body } = await ask({ kind, series, interval, dateRange })
      expect([kind, status]).toEqual([kind, isTooLong(dateRange.date_from, interval) ? 400 : 200])
      if (status === 400)
        expect(body).toMatchObject({ type: 'validation_error', code: 'max_value', attr: 'query__interval' })
    }
  })

  test('months since the first event count every event', async () => {
    const { body } = await ask({
      kind: 'TrendsQuery',
      series,
      interval: 'month',
      dateRange: { date_from: 'all' },
    })
    const [{ data, days }] = body.results
    expect([data[0] + data[1] + data[2], data.at(-1)]).toEqual([3, 1])
    // New York is behind UTC, so the first instant is still in December 1969 there.
    expect(days[0]).toBe(zone === 'America/New_York' ? '1969-12-01' : '1970-01-01')
  })
})

const NOT_DATES = [
  '2026-02-30',
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-11-00',
  '2026-11-31T10:00:00Z',
  '2026-02-30 10:00',
  '2026-11-19T24:00:00',
  '2026-11-19T10:60:00Z',
  '2026-11-19T10:00:00+25:00',
]

describe.each(NOT_DATES)('%s is not a date', (date) => {
  const path = (rest: string) => `/api/projects/1/${rest}`
  const visits = [{ id: 'visit' }]
  test.each([
    ['date_from', 'insights/trend/', { events: visits, date_from: date }],
    ['date_to', 'insights/trend/', { events: visits, date_from: '2020-01-01', date_to: date }],
    ['date_from', 'insights/funnel/', { events: [{ id: 'a' }, { id: 'b' }], date_from: date }],
    [
      'query__dateRange__date_from',
      'query/',
      {
        query: {
          kind: 'TrendsQuery',
          series: [{ kind: 'EventsNode', event: 'a' }],
          dateRange: { date_from: date },
        },
      },
    ],
    ['filters__date_from', 'dashboards/', { name: 'Dates', filters: { date_from: date } }],
  ])('in %s of %s', async (attr, rest, sent) => {
    const { status, body } = await server.request('POST', path(rest), sent)
    expect([status, body.type, body.attr]).toEqual([400, 'validation_error', attr])
  })

  test.each([
    ['after', 'events/'],
    ['before', 'events/'],
    ['date_from', 'insights/'],
    ['date_to', 'insights/'],
  ])('in %s of the list %s', async (attr, rest) => {
    const { status, body } = await server.request('GET', path(`${rest}?${attr}=${encodeURIComponent(date)}`))
    expect([status, body.type, body.attr]).toEqual([400, 'validation_error', attr])
  })
})

test('an event of 30 February is stored with the time of its arrival', async () => {
  await server.capture([{ event: 'of no day', distinct_id: 'ada', timestamp: '2026-02-30T10:00:00Z' }])
  const { body } = await server.request('GET', '/api/projects/1/events/?event=of%20no%20day')
  expect(body.results.map(({ timestamp }: { timestamp: string }) => timestamp)).toEqual([
    new Date(server.nowMs).toISOString(),
  ])
})
