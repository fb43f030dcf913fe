import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC. Events without a time happened now.
const server = useApp()
type Series = { data: number[]; label: string }

const ask = (parameters: object) => server.request('POST', '/api/projects/1/insights/trend/', parameters)

async function answer(parameters: object): Promise<[Series, ...Series[]]> {
  const { status, body } = await ask(parameters)
  expect([status, body.detail]).toEqual([200, undefined])
  return body.result
}
const visits = [{ id: 'visit' }]

describe('call 22, series', () => {
  beforeAll(() =>
    server.capture([
      { event: 'signed up', distinct_id: 'ada', properties: { plan: 'pro' } },
      { event: 'signed up', distinct_id: 'ada', properties: { plan: 'free' } },
      { event: 'paid', distinct_id: 'bob', properties: { plan: 'pro', email: 'bob@ours.example' } },
      { event: 'paid', distinct_id: 'cid', properties: { plan: 'pro' } },
    ]),
  )
  const today = { date_from: 'dStart' }
  const counts = (result: Series[]) => result.map((series) => [series.label, series.data])
  const pro = { key: 'plan', value: 'pro', operator: 'exact', type: 'event' }

  test.each<[string, unknown, unknown]>([
    ['one value', [{ key: 'plan', value: 'pro', operator: 'exact', type: 'event' }], undefined],
    ['a list of one value', [{ key: 'plan', value: ['pro'], operator: 'exact', type: 'event' }], undefined],
    ['a number', [{ key: 'n', value: 5, operator: 'gt', type: 'event' }], undefined],
    ['a number as text', [{ key: 'n', value: '5', operator: 'gt', type: 'event' }], undefined],
    ['a truth', [{ key: 'on', value: [true, 'true'], operator: 'is_not', type: 'person' }], undefined],
    ['another word', [{ key: 'plan', value: 'pro', operator: 'in', type: 'event' }], undefined],
    ['a negation', [{ key: 'a', value: 'b', operator: 'exact', type: 'event', negation: true }], undefined],
    ['no operator and type', [{ key: 'plan', value: 'pro' }], [{ ...pro }]],
    ['cohorts', [{ key: 'id', value: [1, '2'], operator: 'not_in', type: 'cohort' }], undefined],
    ['no value', [{ key: 'plan', value: null, operator: 'is_set', type: 'event' }], undefined],
    ['the oldest form', { plan__is_not: ['pro'] }, [{ ...pro, operator: 'is_not', value: ['pro'] }]],
  ])('the filter of an item has %s as it was sent', async (_name, leaves, expected = leaves) => {
    const isOldest = !Array.isArray(leaves)
    // The documented form of an item, a list of groups, and the short forms.
    const forms = isOldest ? [leaves] : [leaves, [{ type: 'AND', values: leaves }], JSON.stringify(leaves)]
    const group = { type: 'AND', values: expected }
    for (const properties of forms) {
      const { status, body } = await ask({ events: [{ id: 'paid', properties }], properties: leaves })
      expect([status, body.detail]).toEqual([200, undefined])
      const { filter } = body.result[0]
      expect([filter.events[0].properties, filter.properties]).toEqual([[group], group])
      // The answer comes from the cache, and belongs to this question.
      const { body: again } = await ask({ events: [{ id: 'paid', properties }], properties: leaves })
      expect([again.is_cached, again.result[0].filter]).toEqual([true, filter])
    }
  })

  test('the nested form of an item is no deeper, with any type and in a query node', async () => {
    const properties = [
      { type: 'OR', values: [pro, { ...pro, value: ['free'] }] },
      { type: 'AND', values: [{ ...pro, value: 7 }] },
    ]
    const [item] = await answer({ actions: [], events: [{ id: 'paid', properties }] })
    expect((item as unknown as { filter: { events: unknown[] } }).filter.events[0]).toMatchObject({
      properties,
    })
    const series = [
      { kind: 'EventsNode', event: 'paid', properties, fixedProperties: [{ ...pro, value: [1] }] },
    ]
    for (const kind of ['TrendsQuery', 'StickinessQuery', 'LifecycleQuery']) {
      const { body } = await server.request('POST', '/api/projects/1/query/', { query: { kind, series } })
      expect(body.results[0].filter.events[0].properties).toEqual([
        { type: 'AND', values: [...properties, { ...pro, value: [1] }] },
      ])
    }
  })

  test('are in the order of `order`, are told apart, count events or persons, and every event without an id', async () => {
    const events = [
      { id: 'paid', order: 2 },
      { id: 'signed up', order: 1, math: 'dau' },
      { id: 'signed up', order: 0 },
      { id: null, order: 3 },
    ]
    const expected = [
      ['signed up', [2]],
      ['signed up (unique persons)', [1]],
      ['paid', [2]],
      ['All events', [4]],
    ]
    expect(counts(await answer({ ...today, events }))).toEqual(expected)
    expect(counts(await answer({ ...today, events: JSON.stringify(events) }))).toEqual(expected)
  })

  test('are named by the client', async () => {
    const events = [{ id: 'paid', name: 'Purchases', custom_name: ' Revenue events ' }]
    const { body } = await ask({ ...today, events })
    expect(body.result[0]).toMatchObject({
      label: 'Purchases',
      action: { id: 'paid', type: 'events', order: 0, name: 'Purchases', custom_name: 'Revenue events' },
    })
  })

  test.each([
    ['a list', [pro]],
    ['JSON text', JSON.stringify([pro])],
    ['a group', { type: 'AND', values: [{ type: 'OR', values: [pro] }] }],
    ['the oldest form', { plan: 'pro' }],
  ])('are restricted by properties as %s, of the question and of one series', async (_name, properties) => {
    const events = [{ id: 'signed up' }, { id: 'paid', order: 1 }]
    expect(counts(await answer({ ...today, events, properties }))).toEqual([
      ['signed up', [1]],
      ['paid', [2]],
    ])
    const one = [
      { id: 'signed up', properties },
      { id: 'signed up', order: 1 },
    ]
    expect(counts(await answer({ ...today, events: one }))).toEqual([
      ['signed up (plan is pro)', [1]],
      ['signed up', [2]],
    ])
  })

  test('leave out the project’s test accounts with filter_test_accounts', async () => {
    const filter = { key: 'email', value: '@ours.example', operator: 'not_icontains', type: 'event' }
    await server.request('PATCH', '/api/projects/1/', { test_account_filters: [filter] })
    const events = [{ id: 'paid' }]
    expect((await answer({ ...today, events }))[0].data).toEqual([2])
    expect((await answer({ ...today, events, filter_test_accounts: false }))[0].data).toEqual([2])
    expect((await answer({ ...today, events, filter_test_accounts: true }))[0].data).toEqual([1])
    expect((await answer({ ...today, events, filter_test_accounts: 'true' }))[0].data).toEqual([1])
  })

  test('show the question in the documented shape', async () => {
    const events = [{ id: 'paid', properties: [pro], math: 'dau' }]
    const properties = { type: 'OR', values: [{ type: 'AND', values: [pro] }] }
    const { body } = await ask({
      events,
      properties,
      filter_test_accounts: true,
      date_from: '-1d',
      date_to: '2026-11-20',
    })
    const shown = pro
    const entity = { entity_id: 'paid', entity_type: 'events', entity_order: 0, entity_math: 'dau' }
    expect(body).toEqual({
      is_cached: false,
      last_refresh: '2026-11-20T12:00:00.000Z',
      timezone: 'UTC',
      next: null,
      result: [
        {
          action: {
            id: 'paid',
            type: 'events',
            order: 0,
            name: 'paid',
            custom_name: null,
            math: 'dau',
            math_property: null,
            math_hogql: null,
            math_group_type_index: null,
          },
          label: 'paid',
          count: 1,
          data: [0, 1],
          days: ['2026-11-19', '2026-11-20'],
          labels: ['19-Nov-2026', '20-Nov-2026'],
          incomplete_days: ['2026-11-20'],
          filter: {
            events: [{ id: 'paid', properties: [{ type: 'AND', values: [shown] }], math: 'dau' }],
            actions: [],
            properties: { type: 'OR', values: [{ type: 'AND', values: [shown] }] },
            filter_test_accounts: true,
            date_from: '-1d',
            date_to: '2026-11-20',
          },
          persons: { filter: entity, url: expect.stringMatching(/&entity_order=0$/) },
          persons_urls: [
            { filter: { ...entity, day: '2026-11-19' }, url: expect.stringMatching(/&day=2026-11-19$/) },
            { filter: { ...entity, day: '2026-11-20' }, url: expect.stringMatching(/&day=2026-11-20$/) },
          ],
        },
      ],
    })
  })
})

describe('call 22: fields that this version cannot compute are refused, not ignored', () => {
  test.each([
    [
      'events__0__math_property_type',
      {
        events: [
          {
            id: 'visit',
            math: 'sum',
            math_property: 'price',
            math_property_type: 'data_warehouse_properties',
          },
        ],
      },
    ],
    ['events__0__type', { events: [{ id: 'a', type: 'data_warehouse' }] }],
    ['properties__0__type', { properties: [{ key: 'duration', value: 3, type: 'recording' }] }],
  ])('%s: %j', async (attr, parameters) => {
    const { status, body } = await ask({ events: visits, ...parameters })
    expect([status, body]).toEqual([
      400,
      { type: 'validation_error', code: 'not_supported', detail: expect.any(String), attr },
    ])
  })

  test.each([
    { display: 'ActionsBar' },
    { display: 'ActionsStackedBar' },
    { display: 'ActionsUnstackedBar' },
    { display: 'Metric' },
    { compare: false, breakdown: null, formula: '', actions: [] },
    { aggregation_group_type_index: 0, sampling_factor: 1 },
  ])('%j changes nothing', async (parameters) => {
    expect((await ask({ events: visits, ...parameters })).status).toBe(200)
  })
})
