import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()

const visit = (id: string, time: string, browser?: string) => ({
  event: 'visit',
  distinct_id: id,
  timestamp: `2026-11-${time}:00Z`,
  properties: { ...(browser !== undefined && { $browser: browser }) },
})
const OTHER = '$$_posthog_breakdown_other_$$'
const NONE = '$$_posthog_breakdown_null_$$'

beforeAll(() =>
  server.capture([
    visit('ada', '18T10:00', 'Chrome'),
    visit('ada', '20T10:00', 'Chrome'),
    visit('ada', '20T10:02', 'Chrome'),
    visit('bob', '19T10:00', 'Safari'),
    visit('bob', '20T10:00', 'Opera'),
    visit('cid', '20T10:00'),
  ]),
)

async function rows(parameters: object, events: object[]): Promise<unknown[][]> {
  const { status, body } = await server.request('POST', '/api/projects/1/insights/trend/', {
    events,
    date_from: '-2d',
    ...parameters,
  })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.result.map(
    (item: { breakdown_value: unknown; label: string; data: number[]; aggregated_value?: number }) => [
      item.breakdown_value,
      item.label,
      item.aggregated_value ?? item.data,
    ],
  )
}

describe('call 22, compare', () => {
  const asked = { events: [{ id: 'visit' }], date_from: '-1d', compare: true }
  const items = async (parameters: object) => {
    const { body } = await server.request('POST', '/api/projects/1/insights/trend/', {
      ...asked,
      ...parameters,
    })
    return body.result.map((item: Record<string, unknown>) => [
      item.compare_label,
      item.label,
      item.data,
      item.days,
    ])
  }

  test('gives the current period and the one before', async () => {
    expect(await items({})).toEqual([
      ['current', 'visit', [1, 4], ['2026-11-19', '2026-11-20']],
      ['previous', 'visit', [0, 1], ['2026-11-17', '2026-11-18']],
    ])
  })

  test('compare_to gives another period, which may share days', async () => {
    expect((await items({ compare_to: '-1d' }))[1]).toEqual([
      'previous',
      'visit',
      [1, 1],
      ['2026-11-18', '2026-11-19'],
    ])
  })

  test('with a breakdown has the same rows in both periods', async () => {
    const found = await items({ breakdown: '$browser', breakdown_limit: 1 })
    expect(found.map((row: unknown[]) => row.slice(0, 3))).toEqual([
      ['current', 'Chrome', [0, 2]],
      ['current', 'Other (i.e. all remaining values)', [1, 1]],
      ['current', 'None (i.e. no value)', [0, 1]],
      ['previous', 'Chrome', [0, 1]],
      ['previous', 'Other (i.e. all remaining values)', [0, 0]],
      ['previous', 'None (i.e. no value)', [0, 0]],
    ])
  })
})

describe('call 22, formula', () => {
  const events = [{ id: 'visit' }, { id: 'visit', math: 'dau', order: 1 }]

  test('takes the place of the series, and a division by zero is 0', async () => {
    const { body } = await server.request('POST', '/api/projects/1/insights/trend/', {
      events,
      date_from: '-2d',
      formula: '(A - B) / (B - 2) * 10 + 0 * (1 / (B - 1))',
    })
    expect(body.result).toMatchObject([
      {
        label: 'Formula ((A - B) / (B - 2) * 10 + 0 * (1 / (B - 1)))',
        action: null,
        data: [0, 0, 10],
        count: 10,
      },
    ])
  })

  test('with a breakdown has one row for each value, and each has the label of the formula', async () => {
    expect(await rows({ formula: 'A / B', breakdown: '$browser', breakdown_limit: 1 }, events)).toEqual([
      ['Chrome', 'Formula (A / B)', [1, 0, 2]],
      [OTHER, 'Formula (A / B)', [0, 1, 1]],
      [NONE, 'Formula (A / B)', [0, 0, 1]],
    ])
  })

  test('of the values of the whole range', async () => {
    const found = await rows({ formula: 'A / B', display: 'BoldNumber' }, events)
    expect(found).toEqual([[undefined, 'Formula (A / B)', 2]])
  })
})
