import { beforeAll, describe, expect, test } from 'vitest'
import { secondUser } from '../fixtures/second-user.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const SAVED = 13
let bob = { email: '', key: '' }
let insight = { id: 0, short_id: '' }

const get = (path: string) => server.request('GET', `${INSIGHTS}${path}`)
const patch = (id: number, body: unknown, key?: string) =>
  server.request('PATCH', `${INSIGHTS}${id}/`, body, key)

beforeAll(async () => {
  bob = await secondUser(server)
  insight = (await server.request('POST', INSIGHTS, { name: 'Name 0' })).body
  for (let i = 1; i < SAVED - 1; i += 1) {
    server.nowMs += 1_000
    await patch(insight.id, { name: `Name ${i}` })
  }
  server.nowMs += 1_000
  await patch(insight.id, { name: 'Renamed by Bob' }, bob.key)
})

describe('call 7, GET :id/activity/', () => {
  test('is the insight, with its entries as results, the newest first', async () => {
    const { status, body } = await get(`${insight.id}/activity/`)
    expect(status).toBe(200)
    const { body: own } = await get(`${insight.id}/`)
    expect(body).toEqual({
      ...own,
      results: body.results,
      next: `http://localhost/api/projects/1/insights/${insight.id}/activity/?page=2&limit=10`,
      previous: null,
      count: SAVED,
      total_count: SAVED,
    })
    expect(body.results).toHaveLength(10)
    expect(body.results[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user: { first_name: 'Bob', email: bob.email, is_system: false },
      activity: 'updated',
      scope: 'Insight',
      item_id: String(insight.id),
      detail: {
        changes: [
          {
            type: 'Insight',
            action: 'changed',
            field: 'name',
            before: `Name ${SAVED - 2}`,
            after: 'Renamed by Bob',
          },
        ],
        trigger: null,
        type: null,
        name: 'Renamed by Bob',
        short_id: insight.short_id,
      },
      created_at: new Date(server.nowMs).toISOString(),
    })
    expect(body.results[1].user.email).toBe('admin@throughline.local')
    expect((await get(`${insight.short_id}/activity/`)).body.count).toBe(SAVED)
  })

  test('next leads to every entry once, and previous leads back', async () => {
    const names: string[] = []
    const pages: { next: string | null; previous: string | null }[] = []
    let path: string | null = `${INSIGHTS}${insight.id}/activity/?format=json&limit=5`
    while (path !== null) {
      const { body } = await server.request('GET', path)
      names.push(...body.results.map((entry: { detail: { name: string } }) => entry.detail.name))
      pages.push(body)
      path = body.next && new URL(body.next).pathname + new URL(body.next).search
      if (body.next !== null) expect(body.next).toContain('format=json')
    }
    const expected = Array.from({ length: SAVED - 1 }, (_, i) => `Name ${i}`)
    expect(names).toEqual([...expected, 'Renamed by Bob'].reverse())
    expect(pages).toHaveLength(3)
    expect(pages.map(({ previous }) => previous && new URL(previous).searchParams.get('page'))).toEqual([
      null,
      '1',
      '2',
    ])
  })

  test('a page beyond the end is empty and links to the last', async () => {
    const { status, body } = await get(`${insight.id}/activity/?page=99`)
    expect([status, body.results, body.next, body.count]).toEqual([200, [], null, SAVED])
    expect(new URL(body.previous).searchParams.get('page')).toBe('2')
    expect((await get(`${insight.id}/activity/?page=${2 ** 31 - 1}&limit=100`)).body.results).toEqual([])
    expect((await get(`${insight.id}/activity/?limit=100000`)).body.results).toHaveLength(SAVED)
  })

  test.each([
    ['page=x', 'page'],
    ['page=1.5', 'page'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=9999999999999999999999', 'page'],
    ['limit=x', 'limit'],
    ['limit=0', 'limit'],
    ['user=1', 'user'],
  ])('%s is refused', async (query, attr) => {
    for (const path of [`${insight.id}/activity/`, 'activity/'])
      expect(await get(`${path}?${query}`)).toMatchObject({ status: 400, body: { attr } })
  })

  test('an unknown, a deleted and a foreign insight are 404', async () => {
    const { id } = await server.newProject()
    const { body: foreign } = await server.request('POST', `/api/projects/${id}/insights/`, { name: 'f' })
    const { body: deleted } = await server.request('POST', INSIGHTS, { name: 'deleted' })
    await patch(deleted.id, { deleted: true })
    for (const one of [foreign.id, deleted.id, 987_654])
      expect(await get(`${one}/activity/`)).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
    const theirs = await server.request('GET', `/api/projects/${id}/insights/activity/`)
    expect(theirs.body).toMatchObject({ count: 1, results: [{ detail: { name: 'f' } }] })
  })
})

describe('call 9, GET activity/', () => {
  test('is of all insights of the project, in addition to the fields of an empty insight', async () => {
    const { body: other } = await server.request('POST', INSIGHTS, { name: 'Another' })
    const { status, body } = await get('activity/?limit=2')
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: null, short_id: null, filters: {}, tags: [], result: null })
    expect(body.results[0]).toMatchObject({ activity: 'created', item_id: String(other.id) })
    expect(body.results[0].detail).toMatchObject({ name: 'Another', changes: null })
    expect(body.count).toBeGreaterThan(SAVED)
    expect(body.total_count).toBe(body.count)
    expect(body.next).toMatch(/\/insights\/activity\/\?limit=2&page=2$/)
  })

  test('a change by the server is shown as one by the system', async () => {
    const { metadata } = server.app
    const detail = JSON.stringify({ changes: null, trigger: null, type: null, name: 'x', short_id: null })
    const entry = { project_id: 1, scope: 'Insight', item_id: '0', activity: 'updated', detail }
    await metadata
      .insertInto('activity')
      .values({ ...entry, user_id: null, uuid: crypto.randomUUID(), created_at: '2026-11-20T12:00:00.000Z' })
      .execute()
    const { body } = await get('activity/?limit=1')
    expect(body.results[0].user).toEqual({ first_name: 'System', email: null, is_system: true })
  })

  test('dashboards have activity of their own', async () => {
    const before = (await get('activity/')).body.count
    await server.app.metadata
      .insertInto('activity')
      .values({
        uuid: crypto.randomUUID(),
        project_id: 1,
        scope: 'Dashboard',
        item_id: String(insight.id),
        user_id: 1,
        activity: 'created',
        detail: '{}',
        created_at: '2026-11-20T12:00:00.000Z',
      })
      .execute()
    expect((await get('activity/')).body.count).toBe(before)
    expect((await get(`${insight.id}/activity/`)).body.count).toBe(SAVED)
  })

  test('a query that is too long for the log is replaced by its length', async () => {
    const query = { kind: 'TrendsQuery', text: 'x'.repeat(20_000) }
    const { body: large } = await server.request('POST', INSIGHTS, { name: 'large', query: { kind: 'a' } })
    await patch(large.id, { query })
    const [entry] = (await get(`${large.id}/activity/`)).body.results
    expect(entry.detail.changes).toEqual([
      {
        type: 'Insight',
        action: 'changed',
        field: 'query',
        before: { kind: 'a' },
        after: `Too long to be stored: ${JSON.stringify(query).length} characters.`,
      },
    ])
  })
})
