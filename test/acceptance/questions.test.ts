import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
type Series = { data: number[]; days: string[]; labels: string[]; label: string }

const ask = (parameters: object, projectId = 1) =>
  server.request('POST', `/api/projects/${projectId}/insights/trend/`, parameters)

async function answer(parameters: object, projectId = 1): Promise<[Series, ...Series[]]> {
  const { status, body } = await ask(parameters, projectId)
  expect([status, body.detail]).toEqual([200, undefined])
  return body.result
}
const visits = [{ id: 'visit' }]
const days = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `2026-11-${String(from + i).padStart(2, '0')}`)
const months = (to: number) =>
  Array.from({ length: to }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}-01`)

describe('call 22, the range and its buckets', () => {
  test.each([
    ['seven days and today by default', {}, days(13, 20)],
    ['a relative start', { date_from: '-1d' }, days(19, 20)],
    ['both ends relative', { date_from: '-3d', date_to: '-2d' }, days(17, 18)],
    ['both ends dates', { date_from: '2026-11-02', date_to: '2026-11-04' }, days(2, 4)],
    [
      'dates with a time, to whole days',
      { date_from: '2026-11-18T23:00', date_to: '2026-11-19 01:00' },
      days(18, 19),
    ],
    ['today', { date_from: 'dStart' }, days(20, 20)],
    ['yesterday', { date_from: '-1dStart', date_to: '-1dEnd' }, days(19, 19)],
    ['this month', { date_from: 'mStart' }, days(1, 20)],
    ['last month by month', { date_from: '-1mStart', date_to: '-1mEnd', interval: 'month' }, ['2026-10-01']],
    ['this year by month', { date_from: 'yStart', interval: 'month' }, months(11)],
    [
      'a month that begins before the range',
      { date_from: '-1m', interval: 'month' },
      ['2026-10-01', '2026-11-01'],
    ],
    // -7d is Friday the 13th, whose week began on Sunday the 8th.
    ['weeks', { interval: 'week' }, ['2026-11-08', '2026-11-15']],
    ['an interval in capitals', { interval: 'WEEK' }, ['2026-11-08', '2026-11-15']],
    [
      'hours',
      { date_from: '-2h', interval: 'hour' },
      ['2026-11-20 10:00:00', '2026-11-20 11:00:00', '2026-11-20 12:00:00'],
    ],
  ])('%s', async (_name, parameters, expected) => {
    expect((await answer({ events: visits, ...parameters }))[0].days).toEqual(expected)
  })

  test('labels are the buckets in words', async () => {
    const [byDay] = await answer({ events: visits, date_from: '2026-09-30', date_to: '2026-10-01' })
    expect(byDay.labels).toEqual(['30-Sep-2026', '1-Oct-2026'])
    const [byHour] = await answer({ events: visits, date_from: '-1h', interval: 'hour' })
    expect(byHour.labels).toEqual(['20-Nov-2026 11:00', '20-Nov-2026 12:00'])
  })

  test('all begins at the first event that is counted', async () => {
    const project = await server.newProject()
    await server.capture(
      [
        { event: 'old', distinct_id: 'ada', timestamp: '2026-11-17T23:59:59Z' },
        { event: 'older', distinct_id: 'ada', timestamp: '2026-11-16T23:59:59Z' },
      ],
      project.token,
    )
    const [series] = await answer({ events: [{ id: 'old' }], date_from: 'all' }, project.id)
    expect(series.days).toEqual(days(17, 20))
  })

  test.each([
    ['date_from', { date_from: 'soon' }],
    ['date_from', { date_from: '2026-02-30' }],
    ['date_to', { date_to: 'later' }],
    ['date_to', { date_from: '2026-11-10', date_to: '2026-11-09' }],
    ['interval', { interval: 'fortnight' }],
    ['interval', { interval: 'hour', date_from: '-5y' }],
    ['filter_test_accounts', { filter_test_accounts: 'perhaps' }],
    ['events', { events: [] }],
    ['events', { events: '[{"id":' }],
    ['events', { events: undefined }],
    ['properties', { properties: '[{"key":' }],
    ['properties__0__operator', { properties: [{ key: 'a', value: 1, operator: 'like' }] }],
    ['properties__0__value', { properties: [{ key: 'a', operator: 'exact' }] }],
    ['events__1__properties__0__key', { events: [{ id: 'a' }, { id: 'b', properties: [{ value: 1 }] }] }],
  ])('%s is named if it is invalid: %j', async (attr, parameters) => {
    const { status, body } = await ask({ events: visits, ...parameters })
    expect(status).toBe(400)
    expect(body).toEqual({
      type: 'validation_error',
      code: expect.any(String),
      detail: expect.any(String),
      attr,
    })
  })
})

describe('call 22: the calendar is the project’s', () => {
  const at = (...timestamps: string[]) =>
    timestamps.map((timestamp) => ({ event: 'visit', distinct_id: 'ada', timestamp }))

  test('days begin at its midnight', async () => {
    const berlin = await server.newProject('Berlin', 'Europe/Berlin')
    // The events are at 23:59 on the 18th, and at 00:01 and 23:59 on the 19th in Berlin, which is an hour
    // ahead.
    await server.capture(
      at('2026-11-18T22:59:00Z', '2026-11-18T23:01:00Z', '2026-11-19T22:59:00Z'),
      berlin.token,
    )
    const { body } = await ask({ events: visits, date_from: '-2d' }, berlin.id)
    expect(body.timezone).toBe('Europe/Berlin')
    expect(body.result[0]).toMatchObject({ data: [1, 2, 0], days: days(18, 20) })
  })

  test('a day of 25 hours has 25', async () => {
    const berlin = await server.newProject('Berlin', 'Europe/Berlin')
    // The clocks went back from 3:00 to 2:00 at 01:00 UTC on 25 October, so 02:30 came twice.
    await server.capture(
      at('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T01:31:00Z'),
      berlin.token,
    )
    const range = { date_from: '2026-10-25', date_to: '2026-10-25', interval: 'hour' }
    const [series] = await answer({ events: visits, ...range }, berlin.id)
    expect(series.data).toHaveLength(25)
    expect(series.data.slice(0, 5)).toEqual([0, 0, 1, 2, 0])
    expect(series.days.slice(1, 5).map((day) => day.slice(11))).toEqual([
      '01:00:00',
      '02:00:00',
      '02:00:00',
      '03:00:00',
    ])
  })

  test('hours begin at its full hour even if that is half past in UTC', async () => {
    const kolkata = await server.newProject('Kolkata', 'Asia/Kolkata')
    // Now is 17:30 there, and the events are at 16:59 and 17:01.
    await server.capture(at('2026-11-20T11:29:00Z', '2026-11-20T11:31:00Z'), kolkata.token)
    const [series] = await answer(
      { events: visits, date_from: '2026-11-20 16:00', interval: 'hour' },
      kolkata.id,
    )
    expect(series).toMatchObject({ data: [1, 1], days: ['2026-11-20 16:00:00', '2026-11-20 17:00:00'] })
  })

  test('weeks begin on Sunday, or on Monday by the setting of the project', async () => {
    const project = await server.newProject()
    // Saturday the 14th, Sunday the 15th and Monday the 16th.
    await server.capture(
      at('2026-11-14T12:00:00Z', '2026-11-15T12:00:00Z', '2026-11-16T12:00:00Z'),
      project.token,
    )
    const weeks = { events: visits, interval: 'week', date_from: '2026-11-14' }
    expect((await answer(weeks, project.id))[0]).toMatchObject({
      data: [1, 2],
      days: ['2026-11-08', '2026-11-15'],
    })
    await server.request('PATCH', `/api/projects/${project.id}/`, { week_start_day: 1 })
    expect((await answer(weeks, project.id))[0]).toMatchObject({
      data: [2, 1],
      days: ['2026-11-09', '2026-11-16'],
    })
  })

  test('a changed time zone applies to events that were stored before', async () => {
    const project = await server.newProject('Moves')
    await server.capture(at('2026-11-19T20:00:00Z'), project.token)
    const parameters = { events: visits, date_from: '-1d' }
    expect((await answer(parameters, project.id))[0].data).toEqual([1, 0])
    // 20:00 UTC is 05:00 of the next day in Tokyo.
    await server.request('PATCH', `/api/projects/${project.id}/`, { timezone: 'Asia/Tokyo' })
    expect((await answer(parameters, project.id))[0].data).toEqual([0, 1])
  })
})
