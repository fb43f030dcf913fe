import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()

beforeAll(() =>
  server.capture([
    { event: 'paid', distinct_id: 'ada', timestamp: '2026-11-12T10:00:00Z', properties: { plan: 'pro' } },
    { event: 'paid', distinct_id: 'bob', timestamp: '2026-11-19T10:00:00Z', properties: { plan: 'pro' } },
    { event: 'seen', distinct_id: 'bob', timestamp: '2026-11-19T11:00:00Z' },
  ]),
)

const paid = { kind: 'EventsNode', event: 'paid' }
const seen = { kind: 'EventsNode', event: 'seen' }
const flat = (call: string, body: object) =>
  server.request('POST', `/api/projects/1/insights/${call}/`, { events: [{ id: 'paid' }], ...body })
const node = (query: object) => server.request('POST', '/api/projects/1/query/', { query })
type Asked = ReturnType<typeof flat>
const placesOf = async (asked: Asked) => {
  const { status, body } = await asked
  const places = (body.warnings ?? []).map(({ code, attr }: { code: string; attr: string }) => [code, attr])
  return [status, body.detail, ...places]
}

describe('a field that has no effect is named by a warning, by the name that its sender wrote', () => {
  test.each<[string, () => Asked, ...[string, string][]]>([
    [
      'the property of a math that counts events',
      () => flat('trend', { events: [{ id: 'paid', math_property: 'amount' }] }),
      ['ignored', 'events__0__math_property'],
    ],
    [
      'the expression of another math',
      () => flat('trend', { events: [{ id: 'paid', math: 'dau', math_hogql: 'count()' }] }),
      ['ignored', 'events__0__math_hogql'],
    ],
    [
      'the limit of no breakdown',
      () => flat('trend', { breakdown_limit: 3 }),
      ['ignored', 'breakdown_limit'],
    ],
    [
      'the bins and steps of a funnel of steps',
      () =>
        node({
          kind: 'FunnelsQuery',
          series: [paid, seen],
          funnelsFilter: { binCount: 5, funnelToStep: 1, breakdownAttributionType: 'last_touch' },
        }),
      ['ignored', 'query__funnelsFilter__funnelToStep'],
      ['ignored', 'query__funnelsFilter__binCount'],
      ['ignored', 'query__funnelsFilter__breakdownAttributionType'],
    ],
    [
      'the property of a retention that counts',
      () =>
        node({
          kind: 'RetentionQuery',
          retentionFilter: {
            targetEntity: { id: 'paid' },
            returningEntity: { id: 'paid' },
            aggregationProperty: 'amount',
          },
        }),
      ['ignored', 'query__retentionFilter__aggregationProperty'],
    ],
    [
      'the group type of a filter on events',
      () => flat('trend', { properties: [{ key: 'plan', value: 'pro', group_type_index: 0 }] }),
      ['ignored', 'properties__0__group_type_index'],
    ],
    [
      'values and variables that a statement does not name',
      () =>
        node({
          kind: 'HogQLQuery',
          query: 'select {a}',
          values: { a: 1, b: 2 },
          variables: { v1: { variableId: 'v1', code_name: 'c', value: 3 } },
        }),
      ['ignored', 'query__values__b'],
      ['ignored', 'query__variables__v1'],
    ],
  ])('%s', async (_name, asked, ...expected) => {
    expect(await placesOf(asked())).toEqual([200, undefined, ...expected])
  })
})

describe('a comparison', () => {
  const labels = (body: { result: { compare_label?: string; count: number }[] }) =>
    body.result.map(({ compare_label, count }) => [compare_label, count])

  test('by a distance compares, also without "compare"', async () => {
    const { body } = await flat('trend', { compare_to: '-1w' })
    expect([labels(body), body.warnings]).toEqual([
      [
        ['current', 1],
        ['previous', 1],
      ],
      undefined,
    ])
  })

  test('by a distance that "compare" switches off is warned of', async () => {
    const asked = () => flat('trend', { compare: false, compare_to: '-1w' })
    expect(await placesOf(asked())).toEqual([200, undefined, ['ignored', 'compare_to']])
    expect((await asked()).body.result).toHaveLength(1)
  })

  test('of all time has nothing to compare with, and says so', async () => {
    expect(await placesOf(flat('trend', { date_from: 'all', compare: true }))).toEqual([
      200,
      undefined,
      ['compare_left_out', 'compare'],
    ])
  })
})

describe('a filter whose value is null', () => {
  test.each(['exact', 'is_not', 'icontains', 'not_icontains', 'regex', 'gt', 'is_date_before'])(
    'is refused for %s',
    async (operator) => {
      for (const value of [null, [null], ['pro', null]]) {
        const { status, body } = await flat('trend', { properties: [{ key: 'plan', value, operator }] })
        expect([status, body.code, body.attr]).toEqual([400, 'required', 'properties__0__value'])
      }
    },
  )

  test.each(['is_set', 'is_not_set'])('counts for %s, which takes none', async (operator) => {
    const { status, body } = await flat('trend', { properties: [{ key: 'plan', value: null, operator }] })
    expect([status, body.warnings]).toEqual([200, undefined])
  })
})

test('a variable that is null by its mark is null, whatever its value says', async () => {
  const variables = { v1: { variableId: 'v1', code_name: 'plan', value: 'pro', isNull: true } }
  const { body } = await node({ kind: 'HogQLQuery', query: 'select {variables.plan}', variables })
  expect([body.results, body.warnings]).toEqual([[[null]], undefined])
})

test('a world map has as many countries as its limit says, also without a breakdown', async () => {
  await server.capture(
    ['NL', 'BE', 'DE'].map((country) => ({
      event: 'mapped',
      distinct_id: 'ada',
      timestamp: '2026-11-19T10:00:00Z',
      properties: { $geoip_country_code: country },
    })),
  )
  const { body } = await flat('trend', {
    events: [{ id: 'mapped' }],
    display: 'WorldMap',
    breakdown_limit: 2,
    breakdown_hide_other_aggregation: true,
  })
  expect(body.result.map(({ breakdown_value }: { breakdown_value: string }) => breakdown_value)).toEqual([
    'BE',
    'DE',
  ])
})

describe('the kind of a question', () => {
  const asked = { date_from: '-2d', events: [{ id: 'paid' }] }
  test.each([
    [{ shown_as: 'Stickiness' }, { days: [1, 2, 3], data: [1, 0, 0] }],
    [{ insight: 'STICKINESS' }, { days: [1, 2, 3], data: [1, 0, 0] }],
    [{ shown_as: 'Lifecycle' }, { status: 'new', data: [0, 1, 0] }],
    [{ insight: 'lifecycle' }, { status: 'new', data: [0, 1, 0] }],
  ])('%j at the call of a trend is computed as that kind', async (kind, item) => {
    const { status, body } = await flat('trend', { ...asked, ...kind })
    expect([status, body.result?.[0]]).toEqual([200, expect.objectContaining(item)])
    const address = new URLSearchParams({ ...kind, date_from: '-2d', events: JSON.stringify(asked.events) })
    const get = await server.request('GET', `/api/projects/1/insights/trend/?${address}`)
    expect([get.status, get.body.results]).toEqual([200, body.result])
    expect(get.body.filters.insight).toMatch(/STICKINESS|LIFECYCLE/)
  })

  test('a table of a stickiness has the columns of one', async () => {
    const address = new URLSearchParams({
      shown_as: 'Stickiness',
      date_from: '-2d',
      events: '[{"id":"paid"}]',
    })
    const { body, ...csv } = await server.app.server.inject({
      url: `/api/projects/1/insights/trend/?${address}&format=csv`,
      headers: { authorization: 'Bearer phx_test_0123456789abcdef' },
    })
    expect([csv.statusCode, body.split('\n')[0]?.trim()]).toEqual([200, expect.stringContaining('1 day')])
  })

  test.each([
    ['trend', 'FUNNELS'],
    ['funnel', 'TRENDS'],
    ['path', 'RETENTION'],
    ['retention', 'PATHS'],
    ['funnel/correlation', 'LIFECYCLE'],
  ])('another one sent to the call of a %s is refused', async (call, insight) => {
    const { status, body } = await flat(call, { insight })
    expect([status, body.code, body.attr]).toEqual([400, 'invalid_input', 'insight'])
  })
})

test.each([
  ['events', [{}], 'events__0__id'],
  ['events', [{ id: 'paid' }, { math: 'dau' }], 'events__1__id'],
  ['actions', [{}], 'actions__0__id'],
])('an item of %s without an id, %j, is refused', async (list, items, attr) => {
  const { status, body } = await flat('trend', { [list]: items })
  expect([status, body.code, body.attr]).toEqual([400, 'required', attr])
})

test('the filters of an item come back in the documented form, as they were sent', async () => {
  const properties = [
    { type: 'AND', values: [{ key: 'plan', value: 'pro', operator: 'exact', type: 'event' }] },
    { type: 'OR', values: [{ key: 'plan', value: ['a', 'pro'], operator: 'exact', type: 'event' }] },
  ]
  const { body } = await flat('trend', { events: [{ id: 'paid', properties }] })
  expect(body.result[0].filter.events[0].properties).toEqual(properties)
  expect(body.result[0].count).toBe(1)
})

describe('a breakdown by groups that names no type', () => {
  const pay = (groups: object) => ({
    event: 'paid',
    distinct_id: 'cid',
    timestamp: '2026-11-19T10:00:00Z',
    properties: { $groups: groups },
  })
  const by = { breakdown: 'size', breakdown_type: 'group' }

  test('is by the only one', async () => {
    const { id, token } = await server.newProject()
    await server.capture(
      [
        pay({ company: 'acme' }),
        {
          event: '$groupidentify',
          distinct_id: 'cid',
          properties: { $group_type: 'company', $group_key: 'acme', $group_set: { size: 'large' } },
        },
      ],
      token,
    )
    const ask = (more = {}) =>
      server.request('POST', `/api/projects/${id}/insights/trend/`, {
        events: [{ id: 'paid' }],
        ...by,
        ...more,
      })
    const only = (await ask()).body
    expect([only.result[0].breakdown_value, only.warnings]).toEqual(['large', undefined])
    await server.capture([pay({ team: 'red' })], token)
    expect((await ask()).body.warnings).toMatchObject([
      { code: 'group_type_assumed', attr: 'breakdown_group_type_index' },
    ])
    const named = await ask({ breakdown_group_type_index: 0 })
    expect(named.body.warnings).toBeUndefined()
  })
})

test('an exclusion without steps is over the whole funnel', async () => {
  const left = { id: 'left' }
  const ask = async (exclusion: object) => {
    const { body } = await flat('funnel', {
      events: [
        { id: 'paid', order: 0 },
        { id: 'seen', order: 1 },
      ],
      exclusions: [exclusion],
    })
    return [body.result.map(({ count }: { count: number }) => count), body.detail]
  }
  const whole = await ask({ ...left, funnel_from_step: 0, funnel_to_step: 1 })
  expect(await ask(left)).toEqual(whole)
})
