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

describe('modifiers of a node', () => {
  const asked = {
    kind: 'TrendsQuery',
    series: [paid],
    dateRange: { date_from: '2026-11-12', date_to: '2026-11-12' },
  }

  test('that is computed in UTC has the days of UTC', async () => {
    const { id, token } = await server.newProject('Tokyo', 'Asia/Tokyo')
    const late = { event: 'paid', distinct_id: 'ada', timestamp: '2026-11-12T20:00:00Z' }
    await server.capture([late], token)
    const ask = async (query: object) => {
      const { body } = await server.request('POST', `/api/projects/${id}/query/`, { query })
      return [body.results[0].data ?? body.results[0], body.timezone, body.warnings]
    }
    const modifiers = { convertToProjectTimezone: false }
    expect(await ask(asked)).toEqual([[0], 'Asia/Tokyo', undefined])
    expect(await ask({ ...asked, modifiers })).toEqual([[1], 'UTC', undefined])
    const sql = { kind: 'HogQLQuery', query: 'select toString(toDate(timestamp)) from events' }
    expect(await ask(sql)).toEqual([['2026-11-13'], 'Asia/Tokyo', undefined])
    expect(await ask({ ...sql, modifiers })).toEqual([['2026-11-12'], 'UTC', undefined])
  })

  test.each([
    asked,
    { kind: 'StickinessQuery', series: [paid] },
    { kind: 'LifecycleQuery', series: [paid] },
    { kind: 'FunnelsQuery', series: [paid, seen] },
    {
      kind: 'RetentionQuery',
      retentionFilter: { targetEntity: { id: 'paid' }, returningEntity: { id: 'paid' } },
    },
    { kind: 'PathsQuery' },
    { kind: 'FunnelCorrelationQuery', source: { kind: 'FunnelsQuery', series: [paid, seen] } },
    { kind: 'HogQLQuery', query: 'select 1' },
    { kind: 'EventsQuery', select: ['event'] },
    { kind: 'ActorsQuery' },
    { kind: 'GroupsQuery', group_type_index: 0 },
    { kind: 'SessionsQuery' },
  ])('are taken by %j, and refused if they are no object', async (query) => {
    const ask = (modifiers: unknown) => placesOf(node({ ...query, modifiers }))
    expect(await ask({ debug: true, inCohortVia: 'auto' })).toEqual([200, undefined])
    const place = 'query__modifiers__personsOnEventsMode'
    expect(await ask({ personsOnEventsMode: 'disabled' })).toEqual([200, undefined, ['ignored', place]])
    const refused = await node({ ...query, modifiers: 'debug' })
    expect([refused.status, refused.body.attr]).toEqual([400, 'query__modifiers'])
  })
})

test.each(['event', 'id'])(
  'a series with %s and without a kind is of events or of an action',
  async (field) => {
    const action = await server.request('POST', '/api/projects/1/actions/', {
      name: 'paid',
      steps: [{ event: 'paid' }],
    })
    const series = field === 'event' ? { event: 'paid' } : { id: action.body.id }
    const { status, body } = await node({
      kind: 'TrendsQuery',
      series: [series],
      dateRange: { date_from: '-2d' },
    })
    expect([status, body.results?.[0].data]).toEqual([200, [0, 1, 0]])
  },
)

test('fields of display of newer clients are taken, and an unknown one is not', async () => {
  const trendsFilter = {
    minDecimalPlaces: 1,
    confidenceLevel: 95,
    showMovingAverage: true,
    movingAverageIntervals: 3,
    detailedResultsAggregationType: 'median',
  }
  const asked = { kind: 'TrendsQuery', series: [paid], trendsFilter, conversionGoal: null }
  expect(await placesOf(node(asked))).toEqual([200, undefined])
  const refused = await node({ ...asked, conversionGoal: { actionId: 1 } })
  expect([refused.status, refused.body.attr]).toEqual([400, 'query__conversionGoal'])
})

test('an answer that would be too large names the field of the node that was sent', async () => {
  const { status, body } = await node({
    kind: 'TrendsQuery',
    series: [paid],
    interval: 'minute',
    dateRange: { date_from: '-1d' },
    breakdownFilter: { breakdown: 'plan', breakdown_limit: 1000 },
  })
  expect([status, body.attr]).toEqual([400, 'query__breakdownFilter__breakdown_limit'])
})
