import type { AddressInfo } from 'node:net'
import { PostHogAgentToolkit } from '@posthog/agent-toolkit'
import { beforeAll, expect, test } from 'vitest'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Every tool for a feature of Throughline. The other tools are for other products. */
const TOOLS = [
  'organizations-get',
  'organization-details-get',
  'projects-get',
  'event-definitions-list',
  'properties-list',
  'insights-get-all',
  'insight-create-from-query',
  'insight-get',
  'insight-update',
  'insight-query',
  'insight-delete',
  'query-run',
  'dashboards-get-all',
  'dashboard-create',
  'dashboard-get',
  'add-insight-to-dashboard',
  'dashboard-delete',
] as const
/** Tools that send no request of their own, or send the request of another tool with other fields. */
const BESIDE_THEM = ['switch-organization', 'switch-project', 'dashboard-update'] as const
/** Tools for things that Throughline does not have. */
const UNSUPPORTED = [
  'feature-flag-get-all',
  'create-feature-flag',
  'experiment-get-all',
  'surveys-get-all',
] as const
type ToolName = (typeof TOOLS)[number] | (typeof BESIDE_THEM)[number] | (typeof UNSUPPORTED)[number]

const WIDE = 230
const MANY = 120
type Toolkit = InstanceType<typeof PostHogAgentToolkit>
let host = ''
let tools: Awaited<ReturnType<Toolkit['getTools']>> = []
let context: ReturnType<Toolkit['getContext']>
/** Each request that was not answered with a success, as `POST /api/… 400`. */
const refused: string[] = []

beforeAll(async () => {
  await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  host = `http://127.0.0.1:${(server.app.server.server.address() as AddressInfo).port}`
  server.app.server.server.on('request', ({ method, url }, response) => {
    response.on('finish', () => {
      if (response.statusCode >= 300) refused.push(`${method} ${url} ${response.statusCode}`)
    })
  })
  const wide = Object.fromEntries(Array.from({ length: WIDE }, (_, i) => [`p${i}`, i]))
  const timestamp = '2026-11-20T08:00:00Z'
  await server.capture([
    { event: 'signed up', distinct_id: 'ada', timestamp, properties: { plan: 'free', seats: 3, $os: 'BSD' } },
    { event: 'signed up', distinct_id: 'bob', timestamp, properties: { $set: { mail: 'bob@example.com' } } },
    { event: 'paid', distinct_id: 'bob', timestamp: '2026-11-20T09:00:00Z', properties: { amount: 12 } },
    { event: 'wide', distinct_id: 'ada', timestamp, properties: wide },
    ...Array.from({ length: MANY }, (_, i) => ({ event: `many ${i}`, distinct_id: 'ada', timestamp })),
  ])
  // The key has only the scopes that the toolkit requires for these tools.
  const known: readonly string[] = [...TOOLS, ...BESIDE_THEM]
  const needed = (await toolkitOf(KEY).getTools()).filter(({ name }) => known.includes(name))
  const scopes = new Set(needed.flatMap((tool) => tool.scopes))
  const toolkit = toolkitOf(await server.newKey([...scopes]))
  tools = await toolkit.getTools()
  context = toolkit.getContext()
})

const toolkitOf = (key: string) => new PostHogAgentToolkit({ posthogApiToken: key, posthogApiBaseUrl: host })

/**
 * Uses a tool like an agent does: its schema reads the arguments, and its answer is the JSON text of a
 * result.
 */
async function use(name: ToolName, input: object = {}) {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) throw new Error(`The toolkit offers no ${name}`)
  const answer = await tool.handler(context, tool.schema.parse(input))
  const { text } = answer.content[0]
  return name.startsWith('switch-') ? text : JSON.parse(text)
}

const TREND = {
  kind: 'InsightVizNode',
  source: {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'signed up', custom_name: 'Sign-ups' }],
    dateRange: { date_from: '2026-11-20' },
  },
}
const FUNNEL = {
  kind: 'InsightVizNode',
  source: {
    kind: 'FunnelsQuery',
    series: [
      { kind: 'EventsNode', event: 'signed up', custom_name: 'Sign-up' },
      { kind: 'EventsNode', event: 'paid', custom_name: 'Payment' },
    ],
  },
}

test('the toolkit offers the tools for the scopes of its key', async () => {
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining([...TOOLS, ...BESIDE_THEM]))
  const readers = await toolkitOf(await server.newKey(['insight:read'])).getTools()
  const reader = readers.map(({ name }) => name)
  expect(reader).toEqual(expect.arrayContaining(['insights-get-all', 'insight-get']))
  for (const name of ['insight-update', 'query-run', 'dashboards-get-all']) expect(reader).not.toContain(name)
})

test('organizations-get, organization-details-get, projects-get, and the switches between them', async () => {
  const organizations = await use('organizations-get')
  expect(organizations).toEqual([{ id: expect.stringMatching(UUID), name: expect.any(String) }])
  const [organization] = organizations
  expect(await use('organization-details-get')).toEqual(organization)
  const other = await server.newProject('Other')
  expect(await use('projects-get')).toEqual([
    { id: 1, name: 'Default project', organization: organization.id },
    { id: other.id, name: 'Other', organization: organization.id },
  ])
  expect(await use('switch-organization', { orgId: organization.id })).toContain(organization.id)
  await use('switch-project', { projectId: other.id })
  expect(await use('event-definitions-list')).toEqual([])
  await use('switch-project', { projectId: 1 })
})

test('event-definitions-list follows the pages to the end, and searches', async () => {
  const all = await use('event-definitions-list')
  const names = all.map(({ name }: { name: string }) => name)
  expect(names).toHaveLength(MANY + 3)
  expect(new Set(names).size).toBe(MANY + 3)
  expect(await use('event-definitions-list', { q: 'sign' })).toEqual([
    { name: 'signed up', last_seen_at: '2026-11-20T08:00:00.000Z' },
  ])
})

test('properties-list: of one event, of persons, and more than a page', async () => {
  const ofSignUp = { type: 'event', eventName: 'signed up' }
  expect(await use('properties-list', ofSignUp)).toEqual([
    { name: 'plan', property_type: 'String' },
    { name: 'seats', property_type: 'Numeric' },
  ])
  const withPredefined = await use('properties-list', { ...ofSignUp, includePredefinedProperties: true })
  expect(withPredefined.map(({ name }: { name: string }) => name)).toContain('$os')
  expect(await use('properties-list', { type: 'person' })).toEqual([
    { name: 'mail', property_type: 'String' },
  ])
  const wide = await use('properties-list', { type: 'event', eventName: 'wide' })
  expect(new Set(wide.map(({ name }: { name: string }) => name)).size).toBe(WIDE)
})

test('query-run: a trend and a funnel', async () => {
  expect(await use('query-run', { query: TREND })).toMatchObject([
    { label: 'signed up', count: 2, data: [2], days: ['2026-11-20'] },
  ])
  expect(await use('query-run', { query: FUNNEL })).toMatchObject([
    { name: 'signed up', custom_name: 'Sign-up', order: 0, count: 2 },
    { name: 'paid', custom_name: 'Payment', order: 1, count: 1, average_conversion_time: 3600 },
  ])
})

test('create, get by short id, update, query, add to a dashboard, delete', async () => {
  const description = 'Who came, “exactly”'
  const created = await use('insight-create-from-query', {
    data: { name: 'Sign-ups', query: TREND, favorited: true, description, tags: ['Growth'] },
  })
  expect(created).toEqual({
    id: expect.any(Number),
    short_id: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
    name: 'Sign-ups',
    description,
    filters: expect.any(Object),
    query: TREND,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    favorited: true,
    url: `${host}/project/1/insights/${created.short_id}`,
  })
  const byShortId = { insightId: created.short_id }
  expect(await use('insight-get', byShortId)).toEqual(created)
  expect(await use('insight-get', { insightId: String(created.id) })).toEqual(created)

  const data = { name: 'To payment', query: FUNNEL, favorited: false }
  const updated = await use('insight-update', { ...byShortId, data })
  expect(updated).toMatchObject({ id: created.id, description, ...data })
  expect(await use('insight-get', byShortId)).toMatchObject(data)
  expect(await use('insights-get-all', { data: { search: 'PAYMENT', limit: 5 } })).toMatchObject([
    { id: created.id, name: 'To payment', short_id: created.short_id },
  ])
  expect(await use('insights-get-all', { data: { search: 'nowhere' } })).toEqual([])

  const queried = await use('insight-query', byShortId)
  expect(queried.insight).toMatchObject({ id: created.id, query: FUNNEL })
  expect(queried.results.map((step: { count: number }) => step.count)).toEqual([2, 1])

  const dashboard = await use('dashboard-create', {
    data: { name: 'Growth', description: 'All', pinned: true },
  })
  expect(dashboard).toMatchObject({ id: expect.any(Number), name: 'Growth' })
  const dashboardId = dashboard.id
  const added = await use('add-insight-to-dashboard', { data: { ...byShortId, dashboardId } })
  expect(added).toMatchObject({ id: created.id, dashboards: [dashboardId], name: 'To payment' })
  expect(added.insight_url).toContain(created.short_id)
  expect(await use('dashboard-get', { dashboardId })).toEqual({
    id: dashboardId,
    name: 'Growth',
    description: 'All',
    tiles: [expect.objectContaining({ order: expect.any(Number), insight: expect.any(Object) })],
  })
  const { tiles } = await use('dashboard-get', { dashboardId })
  expect(tiles[0].insight).toMatchObject({ short_id: created.short_id, name: 'To payment', query: FUNNEL })
  expect(tiles[0].insight.tags).toEqual(['growth'])

  expect(await use('insight-delete', byShortId)).toMatchObject({ success: true })
  expect((await use('dashboard-get', { dashboardId })).tiles).toEqual([])
  expect(await use('insights-get-all')).toEqual([])
  expect(refused).toEqual([])
})

test('dashboards-get-all, dashboard-update, dashboard-delete', async () => {
  const { id: dashboardId } = await use('dashboard-create', { data: { name: 'Soon gone', tags: ['x'] } })
  const names = async (search?: string) =>
    (await use('dashboards-get-all', { data: { search, limit: 10 } })).map(
      ({ name }: { name: string }) => name,
    )
  expect(await names()).toContain('Soon gone')
  expect(await use('dashboard-update', { dashboardId, data: { name: 'Gone', pinned: true } })).toMatchObject({
    id: dashboardId,
    name: 'Gone',
  })
  expect(await names('gone')).toEqual(['Gone'])
  expect(await use('dashboard-delete', { dashboardId })).toMatchObject({ success: true })
  expect(await names('gone')).toEqual([])
  expect(refused).toEqual([])
  await expect(use('dashboard-get', { dashboardId })).rejects.toThrow('Status Code: 404')
})

test('tools for other products find nothing, and are told why nothing is made', async () => {
  const own = { tools, context }
  const everything = toolkitOf(KEY)
  tools = await everything.getTools()
  context = everything.getContext()
  expect(await use('feature-flag-get-all')).toEqual([])
  expect(await use('experiment-get-all')).toEqual([])
  expect(await use('surveys-get-all')).toEqual({ results: [] })
  const flag = {
    name: 'Beta',
    key: 'beta',
    description: '',
    active: true,
    filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
  }
  await expect(use('create-feature-flag', flag)).rejects.toThrow(/feature flag/)
  ;({ tools, context } = own)
})

test('errors have messages that a model can act on', async () => {
  await expect(use('insight-get', { insightId: 'NoSuchId' })).rejects.toThrow(
    'No insight found with short_id',
  )
  await expect(use('insight-get', { insightId: '4711' })).rejects.toThrow('Not found.')
  const hogql = { kind: 'DataVisualizationNode', source: { kind: 'HogQLQuery', query: 'SELECT x FROM y' } }
  await expect(use('query-run', { query: hogql })).rejects.toThrow('Validation error: invalid_input')
})
