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
      'the factor of a math that counts events',
      () => flat('trend', { events: [{ id: 'paid', math_multiplier: 2 }] }),
      ['ignored', 'events__0__math_multiplier'],
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
            aggregationPropertyType: 'person',
          },
        }),
      ['ignored', 'query__retentionFilter__aggregationProperty'],
      ['ignored', 'query__retentionFilter__aggregationPropertyType'],
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
