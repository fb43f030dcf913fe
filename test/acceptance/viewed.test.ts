import { beforeAll, describe, expect, test } from 'vitest'
import { secondUser } from '../fixtures/second-user.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
let bobsKey = ''
let foreign = { id: 0, insight: 0 }

beforeAll(async () => {
  bobsKey = (await secondUser(server)).key
  const { id } = await server.newProject()
  const { body } = await server.request('POST', `/api/projects/${id}/insights/`, { name: 'foreign' })
  foreign = { id, insight: body.id }
})

async function created(name: string): Promise<number> {
  return (await server.request('POST', INSIGHTS, { name })).body.id
}
const view = (id: number | string, body?: unknown, key?: string) => {
  server.nowMs += 1_000
  return server.request('POST', `${INSIGHTS}${id}/viewed/`, body, key)
}
async function lastViewed(key?: string, path = INSIGHTS): Promise<string[]> {
  const { status, body } = await server.request('GET', `${path}my_last_viewed/`, undefined, key)
  expect(status).toBe(200)
  return body.map((insight: { name: string }) => insight.name)
}

describe('call 8, POST :id/viewed/', () => {
  test('returns the viewed insight without changing it', async () => {
    const id = await created('seen')
    const { body: before } = await server.request('GET', `${INSIGHTS}${id}/`)
    const body = { name: 'ignored', deleted: true, tags: 5, order: 'none' }
    expect(await view(id, body)).toMatchObject({ status: 200, body: before })
    expect(await view(before.short_id)).toMatchObject({ status: 200, body: before })
    expect((await server.request('GET', `${INSIGHTS}${id}/`)).body).toEqual(before)
  })

  test('an unknown, a deleted and a foreign insight are 404 and leave no trace', async () => {
    const before = await lastViewed()
    const deleted = await created('deleted')
    await server.request('PATCH', `${INSIGHTS}${deleted}/`, { deleted: true })
    for (const id of [deleted, foreign.insight, 987_654, 'unknown1'])
      expect(await view(id)).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
    expect(await lastViewed()).toEqual(before)
  })
})

describe('call 15, GET my_last_viewed/', () => {
  test('the last five that the caller viewed in this project, the newest view first', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const ids = []
    for (const name of names) ids.push(await created(name))
    for (const id of ids) expect((await view(id)).status).toBe(200)
    expect(await lastViewed()).toEqual(['f', 'e', 'd', 'c', 'b'])
    await view(ids[2] ?? 0)
    expect(await lastViewed()).toEqual(['c', 'f', 'e', 'd', 'b'])

    const { body } = await server.request('GET', `${INSIGHTS}my_last_viewed/`)
    expect(body[0]).toEqual((await server.request('GET', `${INSIGHTS}${ids[2]}/`)).body)
    await server.request('PATCH', `${INSIGHTS}${ids[5]}/`, { deleted: true })
    expect(await lastViewed()).toEqual(['c', 'e', 'd', 'b', 'a'])
    await server.request('PATCH', `${INSIGHTS}${ids[5]}/`, { deleted: false })
    expect(await lastViewed()).toEqual(['c', 'f', 'e', 'd', 'b'])
  })

  test("is the caller's own, and of one project", async () => {
    expect(await lastViewed(bobsKey)).toEqual([])
    const before = await lastViewed()
    await view(await created('of Bob'), undefined, bobsKey)
    expect(await lastViewed(bobsKey)).toEqual(['of Bob'])
    expect(await lastViewed()).toEqual(before)
    const path = `/api/projects/${foreign.id}/insights/`
    expect(await lastViewed(undefined, path)).toEqual([])
    await server.request('POST', `${path}${foreign.insight}/viewed/`)
    expect(await lastViewed(undefined, path)).toEqual(['foreign'])
    expect(await lastViewed()).toEqual(before)
  })

  test('refuses unknown parameters', async () => {
    const answer = await server.request('GET', `${INSIGHTS}my_last_viewed/?limit=10`)
    expect(answer).toMatchObject({ status: 400, body: { attr: 'limit' } })
  })
})

describe('POST viewed/, the newer form for several', () => {
  const viewAll = (insight_ids: unknown) => {
    server.nowMs += 1_000
    return server.request('POST', `${INSIGHTS}viewed/`, { insight_ids })
  }
  test('records views of the insights of the project and ignores others', async () => {
    const [one, two] = [await created('one'), await created('two')]
    const answer = await viewAll([two, foreign.insight, 987_654, one, one])
    expect([answer.status, answer.body]).toEqual([201, undefined])
    expect((await lastViewed()).slice(0, 2).toSorted()).toEqual(['one', 'two'])
    expect(await viewAll([foreign.insight])).toMatchObject({ status: 201 })
    expect((await lastViewed(undefined, `/api/projects/${foreign.id}/insights/`)).length).toBe(1)
  })
  test.each([
    [undefined, 'required', 'insight_ids'],
    ['1', 'invalid_input', 'insight_ids'],
    [['1'], 'invalid_input', 'insight_ids__0'],
    [[1.5], 'invalid_input', 'insight_ids__0'],
    [Array.from({ length: 1_001 }, (_, i) => i), 'max_value', 'insight_ids'],
  ])('%j is refused', async (ids, code, attr) => {
    expect(await viewAll(ids)).toMatchObject({ status: 400, body: { code, attr } })
  })
  test('an empty list records nothing', async () => {
    const before = await lastViewed()
    expect(await viewAll([])).toMatchObject({ status: 201 })
    expect(await lastViewed()).toEqual(before)
  })
})
