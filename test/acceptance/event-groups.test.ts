import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()

const did = (who: string, event: string, time: string, properties: object = {}) => ({
  event,
  distinct_id: who,
  timestamp: `2026-11-${time}:00Z`,
  properties,
})
let actionId = 0

beforeAll(async () => {
  await server.capture([
    did('ada', 'opened', '01T10:00'),
    did('ada', 'viewed', '19T10:00', { plan: 'pro', amount: 2 }),
    did('ada', 'opened', '20T10:00', { plan: 'pro', amount: 3 }),
    did('bob', 'viewed', '20T10:00', { plan: 'free', amount: 5 }),
    did('bob', 'paid', '20T11:00'),
    did('cid', 'clicked', '20T09:00', { plan: 'free' }),
  ])
  const { body } = await server.request('POST', '/api/projects/1/actions/', {
    name: 'Click',
    steps: [{ event: 'clicked' }],
  })
  actionId = body.id
})

const event = (name: string | null, more: object = {}) => ({ kind: 'EventsNode', event: name, ...more })
const groupOf = (nodes: readonly object[], more: object = {}) => ({
  kind: 'GroupNode',
  operator: 'OR',
  nodes,
  ...more,
})
const query = (node: object) => server.request('POST', '/api/projects/1/query/', { query: node })
const trend = (series: object, more: object = {}) =>
  query({ kind: 'TrendsQuery', series: [series], dateRange: { date_from: '-1d' }, ...more })
const dataOf = async (series: object) => (await trend(series)).body.results[0].data
const FREE = [{ key: 'plan', value: 'free' }]

test('an event counts once if it is one of any of them, with its own filters and those of the group', async () => {
  expect(await dataOf(groupOf([event('viewed'), event('opened')]))).toEqual([1, 2])
  expect(await dataOf(groupOf([event('viewed'), event(null)]))).toEqual([1, 4])
  expect(await dataOf(groupOf([event('viewed', { properties: FREE }), event('opened')]))).toEqual([0, 2])
  expect(await dataOf(groupOf([event('viewed'), event('opened')], { properties: FREE }))).toEqual([0, 1])
  const click = { kind: 'ActionsNode', id: actionId }
  expect(await dataOf(groupOf([event('viewed'), click]))).toEqual([1, 2])
})

test('the math is that of the group', async () => {
  const both = [event('viewed', { math: 'sum', math_property: 'amount' }), event('opened')]
  const sum = { math: 'sum', math_property: 'amount' }
  expect(await dataOf(groupOf(both, sum))).toEqual([2, 8])
  const { body } = await trend(groupOf(both, { math: 'dau' }))
  expect(body.results[0].data).toEqual([1, 2])
  const attrs = body.warnings.map(({ attr }: { attr: string }) => attr)
  expect(attrs).toEqual(['query__series__0__nodes__0__math', 'query__series__0__nodes__0__math_property'])
  // ada opened before the range, so her first time of both events is not in it.
  expect(await dataOf(groupOf(both, { math: 'first_time_for_user' }))).toEqual([0, 1])
})

test('its name, its people and its labels', async () => {
  const { body } = await trend(groupOf([event('viewed'), { kind: 'ActionsNode', id: actionId }]))
  expect(body.results[0]).toMatchObject({
    label: 'viewed, Click',
    action: { id: null, type: 'groups', name: 'viewed, Click', order: 0 },
  })
  const { body: people } = await server.request('GET', body.results[0].persons_urls[1].url)
  expect(
    people.results[0].people.map((one: { distinct_ids: string[] }) => one.distinct_ids[0]).sort(),
  ).toEqual(['bob', 'cid'])
  const renamed = await trend(groupOf([event('viewed', { custom_name: 'Looked' }), event('opened')]))
  expect(renamed.body.results[0].label).toBe('Looked, opened')
  const named = await trend(groupOf([event('viewed')], { name: 'Seen', custom_name: 'Looked' }))
  expect(named.body.results[0].action).toMatchObject({ name: 'Seen', custom_name: 'Looked' })
})

test('a step of a funnel, a stickiness and a lifecycle take groups', async () => {
  const seen = groupOf([event('viewed'), event('opened')])
  const dateRange = { date_from: '-1d' }
  const funnel = await query({ kind: 'FunnelsQuery', series: [seen, event('paid')], dateRange })
  expect(funnel.body.results.map(({ count }: { count: number }) => count)).toEqual([2, 1])
  expect(funnel.body.results[0]).toMatchObject({ name: 'viewed, opened', type: 'groups', action_id: null })
  const stickiness = await query({ kind: 'StickinessQuery', series: [seen], dateRange })
  expect(stickiness.body.results[0].data).toEqual([1, 1])
  const lifecycle = await query({ kind: 'LifecycleQuery', series: [seen], dateRange })
  expect(lifecycle.body.results.find(({ status }: { status: string }) => status === 'new').data).toEqual([
    0, 1,
  ])
})

test('an excluded event that is every one of a group is refused, and another is not', async () => {
  const asked = (nodes: readonly object[]) =>
    query({
      kind: 'FunnelsQuery',
      series: [event('paid'), groupOf(nodes)],
      funnelsFilter: { exclusions: [event('viewed', { funnelFromStep: 0, funnelToStep: 1 })] },
    })
  expect((await asked([event('viewed')])).status).toBe(400)
  expect((await asked([event('viewed'), event('opened')])).status).toBe(200)
})

test('names that the project does not have are warned of in their place', async () => {
  const nodes = [event('viewde'), event('opened', { properties: [{ key: 'plann', value: 1 }] })]
  const { body } = await trend(groupOf(nodes))
  expect(body.warnings.map(({ code, attr }: { code: string; attr: string }) => [code, attr])).toEqual([
    ['unknown_event', 'query__series__0__nodes__0__event'],
    ['unknown_property', 'query__series__0__nodes__1__properties__0__key'],
  ])
})

test.each<[string, object, string, string]>([
  ['all of them at once', groupOf([event('a')], { operator: 'AND' }), 'not_supported', 'operator'],
  ['nothing', groupOf([]), 'required', 'nodes'],
  ['a group in a group', groupOf([groupOf([event('a')])]), 'not_supported', 'nodes__0__kind'],
  ['too many', groupOf(Array(27).fill(event('a'))), 'max_length', 'nodes'],
  ['a field that it lacks', groupOf([event('a')], { event: 'a' }), 'unknown_field', 'event'],
  ['a field that its events lack', groupOf([event('a', { id: 1 })]), 'unknown_field', 'nodes__0__id'],
  ['a field of groups in an event', event('a', { nodes: [] }), 'unknown_field', 'nodes'],
])('%s is refused', async (_what, series, code, attr) => {
  expect(await trend(series)).toMatchObject({
    status: 400,
    body: { code, attr: `query__series__0__${attr}` },
  })
})

test('a saved insight keeps it, and has no form as filters', async () => {
  const source = { kind: 'TrendsQuery', series: [groupOf([event('viewed'), event('opened')])] }
  const saved = await server.request('POST', '/api/projects/1/insights/', {
    query: { kind: 'InsightVizNode', source },
  })
  expect(saved.status).toBe(201)
  const { body } = await server.request('GET', `/api/projects/1/insights/${saved.body.id}/?refresh=true`)
  expect(body.query.source).toEqual(source)
  expect(body.results[0].count).toBe(3)
})
