import { describe, expect, test } from 'vitest'
import { createApiKeyStore } from '../../src/metadata/access/api-key-store.ts'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

async function create(projectId: number, fields: object = {}, key?: string) {
  const answer = await server.request('POST', `/api/projects/${projectId}/insights/`, fields, key)
  expect(answer.status).toBe(201)
  return answer.body
}
const list = (projectId: number, query = '') =>
  server.request('GET', `/api/projects/${projectId}/insights/${query}`)
const idsOf = (body: { results: { id: number }[] }) => body.results.map((insight) => insight.id)

/** Follows `next` like a client does, and checks that every link is absolute. */
async function readAll(firstPath: string) {
  const pages: { count: number; previous: string | null; results: { id: number }[] }[] = []
  for (let path: string | null = firstPath; path !== null; ) {
    const { status, body } = await server.request('GET', path)
    expect(status).toBe(200)
    pages.push(body)
    const next: URL | null = body.next === null ? null : new URL(body.next)
    path = next && next.pathname + next.search
  }
  return pages
}

describe('call 1, pages', () => {
  test('of 100 over 250 insights leave none out and repeat none', async () => {
    const project = await server.newProject()
    const ids: number[] = []
    for (let i = 0; i < 250; i++) ids.push((await create(project.id, { name: `Insight ${i}` })).id)
    const pages = await readAll(`/api/projects/${project.id}/insights/?limit=100`)
    expect(pages.map((page) => page.results.length)).toEqual([100, 100, 50])
    expect(pages.map((page) => page.count)).toEqual([250, 250, 250])
    expect(pages.flatMap(idsOf)).toEqual(ids)
    // A page has 100 insights by default.
    expect(idsOf((await list(project.id)).body)).toEqual(ids.slice(0, 100))
  })

  test('have absolute links to their neighbours, which keep the other parameters', async () => {
    const project = await server.newProject()
    for (let i = 0; i < 5; i++) await create(project.id)
    const { body } = await list(project.id, '?created_by=1&limit=2&offset=2&format=json')
    const [next, previous] = [new URL(body.next), new URL(body.previous)]
    for (const url of [next, previous]) {
      expect(url.origin).toMatch(/^http:\/\/localhost/)
      expect(url.pathname).toBe(`/api/projects/${project.id}/insights/`)
    }
    const kept = { created_by: '1', format: 'json', limit: '2' }
    expect(Object.fromEntries(next.searchParams)).toEqual({ ...kept, offset: '4' })
    expect(Object.fromEntries(previous.searchParams)).toEqual(kept)
    expect(await list(project.id, '?limit=2&offset=4')).toMatchObject({
      body: { count: 5, next: null, previous: expect.any(String), results: [{}] },
    })
  })

  test('beyond the end are empty', async () => {
    const project = await server.newProject()
    await create(project.id)
    const { status, body } = await list(project.id, '?offset=10')
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 1, next: null, results: [] })
  })

  test.each([
    ['limit', 'x'],
    ['limit', '0'],
    ['limit', '-1'],
    ['offset', '-1'],
    ['offset', 'x'],
    ['created_by', 'me'],
  ])('%s=%s is refused', async (name, value) => {
    const { status, body } = await list(1, `?${name}=${value}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ type: 'validation_error', attr: name })
  })
})

test('call 1: order comes first, insights without one last, then by id', async () => {
  const project = await server.newProject()
  const none = await create(project.id)
  const second = await create(project.id, { order: 2 })
  const first = await create(project.id, { order: -1 })
  const alsoSecond = await create(project.id, { order: 2 })
  const { body } = await list(project.id)
  expect(idsOf(body)).toEqual([first.id, second.id, alsoSecond.id, none.id])
})

test('call 1: short_id finds one', async () => {
  const project = await server.newProject()
  const [insight] = [await create(project.id, { name: 'This' }), await create(project.id)]
  expect((await list(project.id, `?short_id=${insight.short_id}`)).body).toEqual({
    count: 1,
    next: null,
    previous: null,
    results: [insight],
  })
  expect((await list(project.id, '?short_id=noSuchId')).body).toMatchObject({ count: 0, results: [] })
})

test('call 1: created_by is the number of a user', async () => {
  const project = await server.newProject()
  const secret = 'phx_second_user_0123456789'
  const user = await createUserStore(server.app.metadata).create(
    { email: 'second@example.com', firstName: 'Second', passwordHash: null },
    server.nowMs,
  )
  await server.app.metadata
    .insertInto('project_member')
    .values({ project_id: project.id, user_id: user.id, role: 'member' })
    .execute()
  await createApiKeyStore(server.app.metadata).create(
    { userId: user.id, label: 'second', scopes: ['*'], projectIds: null },
    secret,
    server.nowMs,
  )
  const ours = await create(project.id)
  const theirs = await create(project.id, {}, secret)
  expect(idsOf((await list(project.id, '?created_by=1')).body)).toEqual([ours.id])
  expect(idsOf((await list(project.id, `?created_by=${user.id}`)).body)).toEqual([theirs.id])

  // The last modifier is shown in addition to the creator.
  const path = `/api/projects/${project.id}/insights/${ours.id}/`
  const { body } = await server.request('PATCH', path, { name: 'Taken over' }, secret)
  expect(body).toMatchObject({
    created_by: { email: 'admin@throughline.local' },
    last_modified_by: { id: user.id, email: 'second@example.com', first_name: 'Second' },
  })
})

test('call 1: deleted insights and those of other projects are not listed', async () => {
  const [project, other] = [await server.newProject(), await server.newProject()]
  const kept = await create(project.id)
  const gone = await create(project.id)
  await create(other.id)
  await server.request('PATCH', `/api/projects/${project.id}/insights/${gone.id}/`, { deleted: true })
  const { body } = await list(project.id)
  expect(body.count).toBe(1)
  expect(idsOf(body)).toEqual([kept.id])
})
