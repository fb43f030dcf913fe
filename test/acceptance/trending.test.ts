import { beforeAll, expect, test } from 'vitest'
import { secondUser } from '../fixtures/second-user.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const DAY_MS = 86_400_000
let bob = ''
const ids: Record<string, number> = {}

const view = (name: string, key?: string) => {
  server.nowMs += 1_000
  return server.request('POST', `${INSIGHTS}${ids[name]}/viewed/`, {}, key)
}
async function trending(query = '') {
  const { status, body } = await server.request('GET', `${INSIGHTS}trending/${query}`)
  expect([status, body.next, body.count]).toEqual([200, null, body.results.length])
  return body.results.map(({ name, viewers }: { name: string; viewers: number }) => [name, viewers])
}

beforeAll(async () => {
  bob = (await secondUser(server)).key
  for (const name of ['old', 'one', 'both', 'gone', 'never'])
    ids[name] = (await server.request('POST', INSIGHTS, { name })).body.id
  await view('old')
  server.nowMs += 10 * DAY_MS
  for (const name of ['both', 'one', 'gone', 'both']) await view(name)
  await view('both', bob)
  await server.request('PATCH', `${INSIGHTS}${ids.gone}/`, { deleted: true })
})

test('the insights that most users viewed in the last seven days, without deleted ones', async () => {
  expect(await trending()).toEqual([
    ['both', 2],
    ['one', 1],
  ])
  const { body } = await server.request('GET', `${INSIGHTS}trending/`)
  const { viewers, ...insight } = body.results[0]
  expect([viewers, insight]).toEqual([2, (await server.request('GET', `${INSIGHTS}${ids.both}/`)).body])
})

test('of more days, or of fewer insights', async () => {
  expect(await trending('?days=11')).toEqual([
    ['both', 2],
    ['one', 1],
    ['old', 1],
  ])
  expect(await trending('?limit=1')).toEqual([['both', 2]])
})

test('of the project only', async () => {
  const { id } = await server.newProject()
  const { body } = await server.request('GET', `/api/projects/${id}/insights/trending/`)
  expect(body).toEqual({ count: 0, next: null, previous: null, results: [] })
})

test.each([
  ['days=0', 'days'],
  ['days=x', 'days'],
  ['day=3', 'day'],
])('%s is refused', async (query, attr) => {
  const { status, body } = await server.request('GET', `${INSIGHTS}trending/?${query}`)
  expect([status, body.attr]).toEqual([400, attr])
})
