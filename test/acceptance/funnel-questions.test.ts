import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const ask = (parameters: object) => server.request('POST', '/api/projects/1/insights/funnel/', parameters)
const steps = [{ id: 'visit' }, { id: 'pay', order: 1 }]

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]
/** Each person visits at the start of October and pays this many seconds later. */
const DELAYS_SECONDS = [30, 30 * MINUTE, 12 * HOUR, 5 * DAY, 10 * DAY, 20 * DAY, 40 * DAY]
const START_MS = Date.parse('2026-10-01T00:00:00Z')

beforeAll(() =>
  server.capture(
    DELAYS_SECONDS.flatMap((seconds, i) => [
      { event: 'visit', distinct_id: `person ${i}`, timestamp: new Date(START_MS) },
      { event: 'pay', distinct_id: `person ${i}`, timestamp: new Date(START_MS + seconds * 1000) },
    ]),
  ),
)

describe('call 12, the window', () => {
  async function paid(parameters: object): Promise<number> {
    const { status, body } = await ask({ events: steps, date_from: '2026-10-01', ...parameters })
    expect([status, body.detail]).toEqual([200, undefined])
    expect(body.result[0].count).toBe(7)
    return body.result[1].count
  }
  const unit = (interval: unknown, value: string) => ({
    funnel_window_interval: interval,
    funnel_window_interval_unit: value,
  })
  const type = (interval: unknown, value: string) => ({
    funnel_window_interval: interval,
    funnel_window_interval_type: value,
  })
  test.each([
    // 30 s, 30 min, 12 h, 5 d and 10 d are within 14 days.
    ['14 days by default', {}, 5],
    ['14 of the unit without a number', { funnel_window_interval_unit: 'hour' }, 3],
    ['days without a unit', { funnel_window_interval: 5 }, 4],
    ['exactly as long as it took', unit(30, 'second'), 1],
    ['a second less', unit(29, 'second'), 0],
    ['unit', unit(30, 'minute'), 2],
    ['unit in the plural', unit(30, 'minutes'), 2],
    ['unit in capitals', unit(30, 'MINUTE'), 2],
    ['documented type', type(30, 'MINUTE'), 2],
    ['documented type in the plural', type(30, 'Minutes'), 2],
    ['hours', type(12, 'HOUR'), 3],
    ['days', type(10, 'days'), 5],
    ['weeks', unit(1, 'week'), 4],
    // A month is 31 days.
    ['a month', unit(1, 'month'), 6],
    ['months', type(2, 'MONTHS'), 7],
    ['the number as text', unit('30', 'minute'), 2],
    ['unit before type', { ...unit(30, 'minute'), funnel_window_interval_type: 'DAY' }, 2],
    ['the deprecated days', { funnel_window_days: 20 }, 6],
    [
      'the deprecated days whatever the unit',
      { funnel_window_days: 20, funnel_window_interval_unit: 'second' },
      6,
    ],
    ['an explicit interval before the deprecated days', { ...unit(1, 'hour'), funnel_window_days: 40 }, 2],
  ])('%s', async (_name, parameters, count) => {
    expect(await paid(parameters)).toBe(count)
  })

  test.each([
    ['funnel_window_interval', 'min_value', unit(0, 'day')],
    ['funnel_window_interval', 'min_value', unit(1.5, 'day')],
    ['funnel_window_interval', 'min_value', unit('some', 'day')],
    ['funnel_window_interval', 'max_value', unit(1e9, 'month')],
    ['funnel_window_interval_unit', 'invalid_choice', unit(1, 'fortnight')],
    ['funnel_window_interval_type', 'invalid_choice', type(1, 'fortnight')],
    ['funnel_window_days', 'min_value', { funnel_window_days: -1 }],
  ])('%s is named, %s: %j', async (attr, code, parameters) => {
    const { status, body } = await ask({ events: steps, ...parameters })
    expect([status, body.code, body.attr]).toEqual([400, code, attr])
  })
})

describe('call 12, the answer', () => {
  test('has the documented body', async () => {
    const { status, body } = await ask({
      events: [
        { id: 'pay', order: 1, custom_name: 'Money' },
        { id: 'visit', order: 0, name: 'Came' },
      ],
      date_from: '2026-10-01',
      date_to: '2026-10-01',
    })
    const stepOf = (step: number) => ({
      people: [],
      type: 'events',
      converted_people_url: expect.stringContaining(`&funnel_step=${step}`),
      dropped_people_url: step === 1 ? null : expect.stringContaining(`&funnel_step=-${step}`),
      // The window of 14 days goes beyond the day.
      open_count: step === 1 ? null : 4,
      open_people_url: step === 1 ? null : expect.stringContaining('window_open=true'),
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      is_cached: false,
      last_refresh: '2026-11-20T12:00:00.000Z',
      timezone: 'UTC',
      result: [
        {
          ...stepOf(1),
          action_id: 'visit',
          name: 'Came',
          custom_name: null,
          order: '0',
          count: 7,
          average_conversion_time: null,
          median_conversion_time: null,
        },
        {
          ...stepOf(2),
          action_id: 'pay',
          name: 'pay',
          custom_name: 'Money',
          order: '1',
          // On the first day, persons convert in 30 s, 30 min and 12 h, which is (30 + 1800 + 43200) / 3 on
          // average.
          count: 3,
          average_conversion_time: 15_010,
          median_conversion_time: 1800,
        },
      ],
    })
  })

  test('has its steps without persons', async () => {
    const { body } = await ask({ events: [{ id: 'never' }, { id: 'seen', order: 1 }] })
    const empty = { count: 0, average_conversion_time: null, median_conversion_time: null }
    expect(body.result).toMatchObject([
      { action_id: 'never', order: '0', ...empty },
      { action_id: 'seen', order: '1', ...empty },
    ])
  })

  test('is the same for steps as JSON text', async () => {
    const range = { date_from: '2026-10-01' }
    const asText = await ask({ ...range, events: JSON.stringify(steps) })
    expect(asText.body).toEqual((await ask({ ...range, events: steps })).body)
    expect(asText.body.result[0].count).toBe(7)
  })

  test('begins seven days ago by default', async () => {
    expect((await ask({ events: steps })).body.result[0].count).toBe(0)
    expect((await ask({ events: steps, date_from: '-60d' })).body.result[0].count).toBe(7)
  })
})
