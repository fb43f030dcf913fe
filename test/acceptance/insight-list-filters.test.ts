import { beforeAll, describe, expect, test } from 'vitest'
import { createApiKeyStore } from '../../src/metadata/access/api-key-store.ts'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const OTHER_KEY = 'phx_of_another_member_0123456789'
let path = ''
let otherUser = 0
const boards: number[] = []

const trends = { kind: 'InsightVizNode', source: { kind: 'TrendsQuery', series: [] } }
const sql = { kind: 'DataTableNode', source: { kind: 'HogQLQuery', query: 'SELECT 1' } }
const flagged = { insight: 'TRENDS', breakdown: '$feature/new-checkout' }

/**
 * Insights that were modified one day apart, in this order, for conditions on dates. The list itself is
 * ordered by id.
 */
const INSIGHTS = [
  { name: 'Sign-ups', description: 'Größe of the WEEK', filters: { insight: 'FUNNELS' }, tags: ['Growth'] },
  { name: 'beta', query: trends, saved: true, favorited: true, tags: ['growth', 'Weekly review'] },
  { name: null, derived_name: 'Pageview count by 100%_', filters: flagged, order: 5 },
  { name: 'Alpha', query: sql, order: -2_147_483_648 },
  { name: 'On boards', filters: { insight: 'PATHS' } },
  { name: 'Of another', filters: { insight: 'RETENTION' } },
  { name: 'Gone', saved: true, favorited: true, tags: ['growth'], filters: { insight: 'FUNNELS' } },
] as const
const NAMES = ['Sign-ups', 'beta', 'Pageview count by 100%_', 'Alpha', 'On boards', 'Of another']

beforeAll(async () => {
  const project = await server.newProject()
  path = `/api/projects/${project.id}/`
  otherUser = await addMember(project.id)
  for (const name of ['First', 'Second', 'Third'])
    boards.push((await server.request('POST', `${path}dashboards/`, { name })).body.id)
  const [first, second, third] = boards
  const noonMs = server.nowMs
  for (const [day, insight] of INSIGHTS.entries()) {
    server.nowMs = noonMs - (7 - day) * 86_400_000
    const dashboards = insight.name === 'On boards' ? [first, second, third] : []
    const key = insight.name === 'Of another' ? OTHER_KEY : undefined
    const { status } = await server.request('POST', `${path}insights/`, { ...insight, dashboards }, key)
    expect(status).toBe(201)
  }
  server.nowMs = noonMs
  const { body } = await server.request('GET', `${path}insights/?search=gone`)
  await server.request('PATCH', `${path}insights/${body.results[0].id}/`, { deleted: true })
  const onBoards = (await server.request('GET', `${path}insights/?search=on+boards`)).body.results[0]
  await server.request('PATCH', `${path}insights/${onBoards.id}/`, { dashboards: [first, second] })
})

async function addMember(projectId: number): Promise<number> {
  const { metadata } = server.app
  const user = await createUserStore(metadata).create(
    { email: 'other@example.com', firstName: 'Other', passwordHash: null },
    server.nowMs,
  )
  await metadata
    .insertInto('project_member')
    .values({ project_id: projectId, user_id: user.id, role: 'member' })
    .execute()
  await createApiKeyStore(metadata).create(
    { userId: user.id, label: 'other', scopes: ['*'], projectIds: null },
    OTHER_KEY,
    server.nowMs,
  )
  return user.id
}

const list = (query: string, key?: string) =>
  server.request('GET', `${path}insights/?${query}`, undefined, key)
type Listed = { name: string | null; derived_name: string | null }
const namesOf = (body: { results: Listed[] }) =>
  body.results.map(({ name, derived_name }) => name ?? derived_name)

/** The names of the insights that each filter finds, in the order of creation. */
const SETS: readonly [string, readonly string[]][] = [
  ['', NAMES],
  // search
  ['search=sign', ['Sign-ups']],
  ['search=SIGN-UPS', ['Sign-ups']],
  ['search=gr%C3%96SSE', []],
  ['search=GR%C3%96%C3%9Fe', ['Sign-ups']],
  ['search=week', ['Sign-ups', 'beta']],
  ['search=growth', ['Sign-ups', 'beta']],
  ['search=pageview', ['Pageview count by 100%_']],
  ['search=100%25_', ['Pageview count by 100%_']],
  ['search=%25', ['Pageview count by 100%_']],
  ['search=_', ['Pageview count by 100%_']],
  ['search=%5C', []],
  ["search='", []],
  ['search=', NAMES],
  // Filters by `saved`: an insight counts as saved if it is saved or on a dashboard.
  ['saved=true', ['beta', 'On boards']],
  ['saved=1', ['beta', 'On boards']],
  ['saved=Yes', ['beta', 'On boards']],
  ['saved=false', ['Sign-ups', 'Pageview count by 100%_', 'Alpha', 'On boards', 'Of another']],
  ['favorited=true', ['beta']],
  // Filters by kind.
  ['insight=TRENDS', ['beta', 'Pageview count by 100%_']],
  ['insight=FUNNELS', ['Sign-ups']],
  ['insight=funnels', ['Sign-ups']],
  ['insight=PATHS', ['On boards']],
  ['insight=RETENTION', ['Of another']],
  ['insight=STICKINESS', []],
  ['insight=LIFECYCLE', []],
  ['insight=JSON', ['beta']],
  ['insight=SQL', ['Alpha']],
  ['feature_flag=new-checkout', ['Pageview count by 100%_']],
  ['feature_flag=new', []],
  // Filters by tags: an insight needs any of them.
  ['tags=growth', ['Sign-ups', 'beta']],
  ['tags=GROWTH', ['Sign-ups', 'beta']],
  ['tags=weekly%20review', ['beta']],
  ['tags=none,weekly%20review', ['beta']],
  ['tags=["weekly%20review","x"]', ['beta']],
  ['tags=x&tags=growth', ['Sign-ups', 'beta']],
  // Filters by the last modification, in the project's time zone (UTC). The first insight was modified on
  // the 13th at noon.
  ['date_from=2026-11-16', ['Alpha', 'On boards', 'Of another']],
  ['date_from=-4d', ['On boards', 'Of another']],
  ['date_to=2026-11-15T12:00:00Z', ['Sign-ups', 'beta']],
  ['date_from=2026-11-14T12:00:00Z&date_to=2026-11-16T12:00:00Z', ['Pageview count by 100%_']],
  // Several filters: an insight needs all of them.
  ['search=growth&saved=false', ['Sign-ups']],
  ['tags=growth&insight=TRENDS&favorited=true', ['beta']],
]
test.each(SETS)('call 1: ?%s', async (query, names) => {
  const { status, body } = await list(query)
  expect([status, body.detail]).toEqual([200, undefined])
  expect(namesOf(body).sort()).toEqual([...names].sort())
  expect(body.count).toBe(names.length)
})

describe('call 1', () => {
  test('lists the insights that a user or the caller created', async () => {
    expect(namesOf((await list(`created_by=${otherUser}`)).body)).toEqual(['Of another'])
    expect(namesOf((await list('user=true', OTHER_KEY)).body)).toEqual(['Of another'])
    expect((await list('user=true')).body.count).toBe(NAMES.length - 1)
    expect((await list(`user=true&created_by=${otherUser}`)).body.count).toBe(0)
    expect(await list('created_by=99')).toMatchObject({ status: 200, body: { count: 0, results: [] } })
  })

  test('leads from a page past the end to the last page', async () => {
    const { body } = await list('limit=2&offset=1000')
    expect([body.results, body.next]).toEqual([[], null])
    const last = new URL(body.previous)
    const { body: page } = await server.request('GET', last.pathname + last.search)
    expect([page.results.length > 0, page.next]).toEqual([true, null])
  })

  test('lists one by its short id', async () => {
    const [first] = (await list('')).body.results
    const { body } = await list(`short_id=${first.short_id}`)
    expect(body).toMatchObject({ count: 1, results: [{ id: first.id, short_id: first.short_id }] })
    expect((await list('short_id=aaaaaaaa')).body.count).toBe(0)
  })

  test('lists the insights that are on all of some dashboards', async () => {
    const [first, second, third] = boards
    const on = async (ids: string) => namesOf((await list(`dashboards=${ids}`)).body)
    expect(await on(`[${first}]`)).toEqual(['On boards'])
    expect(await on(`${second}`)).toEqual(['On boards'])
    expect(await on(`[${first},${second}]`)).toEqual(['On boards'])
    // The insight was removed from the third dashboard.
    expect(await on(`[${third}]`)).toEqual([])
    expect(await on(`[${first},${third}]`)).toEqual([])
    expect(await on(`[${first},${first}]`)).toEqual(['On boards'])
    expect(await on(`[${Array.from({ length: 1000 }, (_, i) => i)}]`)).toEqual([])
    expect(await on('[]')).toHaveLength(NAMES.length)
  })

  test.each<[string, string[]]>([
    ['order', ['Alpha', 'Pageview count by 100%_', 'Sign-ups', 'beta', 'On boards', 'Of another']],
    ['-order', ['Pageview count by 100%_', 'Alpha', 'Sign-ups', 'beta', 'On boards', 'Of another']],
    ['-created_at', [...NAMES].reverse()],
    ['created_at', NAMES],
    ['-last_modified_at', [...NAMES].reverse()],
    ['-id', [...NAMES].reverse()],
    ['name', ['Alpha', 'Of another', 'On boards', 'Sign-ups', 'beta', 'Pageview count by 100%_']],
  ])('order=%s, those without one last', async (order, names) => {
    expect(namesOf((await list(`order=${order}`)).body)).toEqual(names)
  })

  test('its pages keep every parameter', async () => {
    const { body } = await list('search=o&order=-created_at&saved=false&limit=2&offset=1')
    const next = new URL(body.next)
    expect(Object.fromEntries(next.searchParams)).toEqual({
      search: 'o',
      order: '-created_at',
      saved: 'false',
      limit: '2',
      offset: '3',
    })
    expect(new URL(body.previous).searchParams.has('offset')).toBe(false)
  })

  test.each([
    ['order=color', 'order'],
    ['order=--id', 'order'],
    ['insight=CHURN', 'insight'],
    ['saved=perhaps', 'saved'],
    ['dashboards=[1', 'dashboards'],
    ['dashboards=["a"]', 'dashboards'],
    ['dashboards=1.5', 'dashboards'],
    ['tags=[1]', 'tags'],
    ['tags=["a"', 'tags'],
    ['date_from=yesterdayish', 'date_from'],
    ['date_to=2026-02-30', 'date_to'],
    ['created_by=1.5', 'created_by'],
    ['limit=0', 'limit'],
    ['limit=ten', 'limit'],
    ['offset=-1', 'offset'],
    ['format=xml', 'format'],
    ['sarch=typo', 'sarch'],
    [`search=${'a'.repeat(401)}`, 'search'],
  ])('?%s is refused and named', async (query, attr) => {
    const { status, body } = await list(query)
    expect([status, body]).toEqual([400, expect.objectContaining({ type: 'validation_error', attr })])
  })
})
