import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()

const visit = (id: string, time: string, properties: object = {}) => ({
  event: 'visit',
  distinct_id: id,
  timestamp: `2026-11-${time}:00Z`,
  properties,
})
const OTHER = '$$_posthog_breakdown_other_$$'
const NONE = '$$_posthog_breakdown_null_$$'
let cohortId = 0

beforeAll(async () => {
  await server.capture([
    visit('ada', '18T10:00', {
      $browser: 'Chrome',
      page: 'https://x.io/a/?q=1',
      price: 1,
      $set: { plan: 'pro' },
    }),
    visit('ada', '20T10:00', { $browser: 'Chrome', page: 'https://x.io/a', price: 4, $session_id: 's1' }),
    visit('ada', '20T10:02', { $browser: 'Chrome', page: 'https://x.io/', price: '11', $session_id: 's1' }),
    visit('bob', '19T10:00', {
      $browser: 'Safari',
      page: 'https://x.io',
      price: 'none',
      $set: { plan: 'free' },
    }),
    visit('bob', '20T10:00', { $browser: 'Opera', $groups: { company: 'acme' } }),
    visit('cid', '20T10:00', { $groups: { company: 'umbra' }, $geoip_country_code: 'FR' }),
    {
      event: '$groupidentify',
      distinct_id: 'bob',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { size: 12 } },
    },
  ])
  const cohort = {
    name: 'Payers',
    filters: { properties: { type: 'AND', values: [{ key: 'plan', value: 'pro', type: 'person' }] } },
  }
  const { body } = await server.request('POST', '/api/projects/1/cohorts/', cohort)
  cohortId = body.id
})

type Row = [unknown, string, number[] | number]

async function rows(parameters: object, events: object[] = [{ id: 'visit' }]): Promise<Row[]> {
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

const none: Row[] = [[NONE, 'None (i.e. no value)', [0, 0, 1]]]

describe('call 22, breakdown_type', () => {
  test('event is the default: the largest first, then by label, those without a value last', async () => {
    const expected = [
      ['Chrome', 'Chrome', [1, 0, 2]],
      ['Opera', 'Opera', [0, 0, 1]],
      ['Safari', 'Safari', [0, 1, 0]],
      ...none,
    ]
    expect(await rows({ breakdown: '$browser' })).toEqual(expected)
    expect(await rows({ breakdown: '$browser', breakdown_type: 'event' })).toEqual(expected)
  })

  test('person: the property as it is now', async () => {
    expect(await rows({ breakdown: 'plan', breakdown_type: 'person' })).toEqual([
      ['pro', 'pro', [1, 0, 2]],
      ['free', 'free', [0, 1, 1]],
      ...none,
    ])
  })

  test('group: the property as it is now', async () => {
    const byGroup = { breakdown: 'size', breakdown_type: 'group', breakdown_group_type_index: 0 }
    expect(await rows(byGroup)).toEqual([
      ['12', '12', [0, 0, 1]],
      [NONE, 'None (i.e. no value)', [1, 1, 3]],
    ])
  })

  test('session', async () => {
    expect(await rows({ breakdown: '$session_duration', breakdown_type: 'session' })).toEqual([
      ['120', '120', [0, 0, 2]],
      [NONE, 'None (i.e. no value)', [1, 1, 2]],
    ])
  })

  test('hogql, also over persons', async () => {
    const expression = "concat(ifNull(properties.$browser, '-'), ' ', ifNull(person.properties.plan, '-'))"
    expect(await rows({ breakdown: expression, breakdown_type: 'hogql' })).toEqual([
      ['Chrome pro', 'Chrome pro', [1, 0, 2]],
      ['- -', '- -', [0, 0, 1]],
      ['Opera free', 'Opera free', [0, 0, 1]],
      ['Safari free', 'Safari free', [0, 1, 0]],
    ])
  })

  test.each([
    ['as a list', (id: number) => [id, 'all']],
    ['as JSON text', (id: number) => JSON.stringify([id, 'all'])],
  ])('cohort, %s', async (_name, of) => {
    expect(await rows({ breakdown: of(cohortId), breakdown_type: 'cohort' })).toEqual([
      ['all', 'all users', [1, 1, 4]],
      [cohortId, 'Payers', [1, 0, 2]],
    ])
  })
})

describe('call 22, a breakdown', () => {
  test('of two properties', async () => {
    const breakdowns = [{ property: '$browser' }, { property: 'plan', type: 'person' }]
    expect(await rows({ breakdowns, breakdown_limit: 1 })).toEqual([
      [['Chrome', 'pro'], 'Chrome::pro', [1, 0, 2]],
      [[OTHER, OTHER], 'Other (i.e. all remaining values)', [0, 1, 1]],
      [[NONE, NONE], 'None (i.e. no value)::None (i.e. no value)', [0, 0, 1]],
    ])
  })

  test('has the largest values, the others together and those without a value', async () => {
    const asked = { breakdown: '$browser', breakdown_limit: 1 }
    expect(await rows(asked, [{ id: 'visit', math: 'dau' }])).toEqual([
      ['Chrome', 'Chrome', [1, 0, 1]],
      [OTHER, 'Other (i.e. all remaining values)', [0, 1, 1]],
      ...none,
    ])
    const hidden = await rows({ ...asked, breakdown_hide_other_aggregation: true })
    expect(hidden.map(([value]) => value)).toEqual(['Chrome', NONE])
  })

  test('of several series names them', async () => {
    const found = await rows({ breakdown: '$browser', breakdown_limit: 1 }, [
      { id: 'visit' },
      { id: 'visit', math: 'dau', order: 1 },
    ])
    expect(found.map(([, label]) => label)).toEqual([
      'visit - Chrome',
      'visit - Other (i.e. all remaining values)',
      'visit - None (i.e. no value)',
      'visit (unique persons) - Chrome',
      'visit (unique persons) - Other (i.e. all remaining values)',
      'visit (unique persons) - None (i.e. no value)',
    ])
  })

  test('of addresses without their query and last slash', async () => {
    expect(await rows({ breakdown: 'page', breakdown_normalize_url: true })).toEqual([
      ['https://x.io', 'https://x.io', [0, 1, 1]],
      ['https://x.io/a', 'https://x.io/a', [1, 0, 1]],
      [NONE, 'None (i.e. no value)', [0, 0, 2]],
    ])
  })

  test('in bins', async () => {
    expect(await rows({ breakdown: 'price', breakdown_histogram_bin_count: 2 })).toEqual([
      ['[1,6]', '[1,6]', [1, 0, 1]],
      ['[6,11.01]', '[6,11.01]', [0, 0, 1]],
      [NONE, 'None (i.e. no value)', [0, 1, 2]],
    ])
  })

  test('in bins among several keeps its limit and its row of the others', async () => {
    const price = { property: 'price', histogram_bin_count: 2 }
    const other = [OTHER, OTHER]
    const label = 'Other (i.e. all remaining values)'
    const limited = { breakdown_limit: 1, display: 'ActionsTable' }
    expect(await rows({ ...limited, breakdowns: [price, { ...price, histogram_bin_count: 1 }] })).toEqual([
      [['[1,6]', '[1,11.01]'], '[1,6]::[1,11.01]', 2],
      [other, label, 1],
      [[NONE, NONE], 'None (i.e. no value)::None (i.e. no value)', 3],
    ])
    expect(await rows({ ...limited, breakdowns: [price, { property: '$browser' }] })).toEqual([
      [['[1,6]', 'Chrome'], '[1,6]::Chrome', 2],
      [other, label, 3],
      [[NONE, NONE], 'None (i.e. no value)::None (i.e. no value)', 1],
    ])
  })

  test('of a world map is by country', async () => {
    expect(await rows({ display: 'WorldMap' })).toEqual([
      ['FR', 'FR', 1],
      [NONE, 'None (i.e. no value)', 5],
    ])
  })

  test('of a maximum has the values with the largest maximum', async () => {
    const math = { id: 'visit', math: 'max', math_property: 'price' }
    expect(await rows({ breakdown: '$browser', breakdown_limit: 1 }, [math])).toEqual([
      ['Chrome', 'Chrome', [1, 0, 11]],
      [OTHER, 'Other (i.e. all remaining values)', [0, 0, 0]],
      [NONE, 'None (i.e. no value)', [0, 0, 0]],
    ])
  })

  test.each<[string, object, number[][]]>([
    ['sessions', { math: 'unique_session' }, [[0, 0, 1]]],
    [
      'events per person',
      { math: 'avg_count_per_actor' },
      [
        [1, 0, 2],
        [0, 1, 1],
      ],
    ],
    [
      'first times',
      { math: 'first_time_for_user' },
      [
        [0, 1, 0],
        [1, 0, 0],
      ],
    ],
    [
      'weekly active persons',
      { math: 'weekly_active' },
      [
        [1, 1, 1],
        [0, 1, 1],
      ],
    ],
    ['durations of sessions', { math: 'sum', math_property: '$session_duration' }, [[0, 0, 120]]],
    [
      'expressions',
      { math: 'hogql', math_hogql: 'count() * 2' },
      [
        [2, 0, 4],
        [0, 2, 2],
      ],
    ],
  ])('by person of %s', async (_name, math, expected) => {
    const found = await rows({ breakdown: 'plan', breakdown_type: 'person' }, [{ id: 'visit', ...math }])
    expect(found.filter(([value]) => value !== NONE).map(([, , data]) => data)).toEqual(expected)
  })
})

test.each<[string, object]>([
  ['several properties', { breakdowns: [{ property: 'none' }, { property: 'plan', type: 'person' }] }],
  ['an expression', { breakdown: 'length(properties.page)', breakdown_type: 'hogql' }],
  ['bins', { breakdown: 'price', breakdown_histogram_bin_count: 2 }],
])('a breakdown by %s of a period without events has the events of the earlier one', async (_name, asked) => {
  const compared = { date_from: '2026-11-21', date_to: '2026-11-21', compare: true, ...asked }
  const counts = (await rows(compared)).map(([, , data]) => (data as number[])[0] ?? 0)
  const half = counts.length / 2
  expect(counts.slice(0, half)).toEqual(Array.from({ length: half }, () => 0))
  expect(counts.slice(half).reduce((sum, count) => sum + count, 0)).toBe(4)
})

test('a bold number leaves its breakdown out, and says so', async () => {
  const asked = { events: [{ id: 'visit' }], display: 'BoldNumber', breakdown: '$browser', date_from: '-2d' }
  const { body } = await server.request('POST', '/api/projects/1/insights/trend/', asked)
  expect(body.result).toMatchObject([{ aggregated_value: 6 }])
  expect(body.warnings).toMatchObject([{ code: 'breakdown_left_out', attr: 'breakdown' }])
})

test('an answer of too many values is refused before it is computed', async () => {
  const asked = {
    events: [{ id: 'visit' }],
    breakdown: '$browser',
    breakdown_limit: 1000,
    interval: 'hour',
    date_from: '-60d',
  }
  const { status, body } = await server.request('POST', '/api/projects/1/insights/trend/', asked)
  expect([status, body.code, body.attr]).toEqual([400, 'max_value', 'breakdown_limit'])
})

test('a property that no event has is an answer with a warning', async () => {
  const asked = { events: [{ id: 'visit' }], breakdown: 'nothing', date_from: '-2d' }
  const { body } = await server.request('POST', '/api/projects/1/insights/trend/', asked)
  expect(body.result.map(({ breakdown_value }: { breakdown_value: unknown }) => breakdown_value)).toEqual([
    NONE,
  ])
  expect(body.warnings).toMatchObject([{ code: 'unknown_property', attr: 'breakdown' }])
})

test('a formula of many series with bins and other properties is one statement of some kilobytes', async () => {
  const events = Array.from({ length: 4 }, (_, order) => ({ id: 'visit', order }))
  const breakdowns = [
    { property: 'price', histogram_bin_count: 2 },
    { property: 'plan', type: 'person' },
    { property: 'toFloat(properties.price)', type: 'hogql' },
  ]
  const found = await rows({ breakdowns, breakdown_limit: 1, formula: 'A + D', date_from: 'dStart' }, events)
  expect(found[0]).toEqual([[NONE, 'free', NONE], 'Formula (A + D)', [2]])
})
