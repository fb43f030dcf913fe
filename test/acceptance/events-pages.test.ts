import { beforeAll, expect, test } from 'vitest'
import { EventPageBody } from '../../src/contract/event.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const eventsOf = (project: TestProject) => `/api/projects/${project.id}/events/`

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

async function list(project: TestProject, parameters: Record<string, string> = {}) {
  const { status, body } = await server.request(
    'GET',
    `${eventsOf(project)}?${new URLSearchParams(parameters)}`,
  )
  expect([status, body.detail]).toEqual([200, undefined])
  EventPageBody.parse(body)
  return body
}
const namesIn = (body: { results: { event: string }[] }) => body.results.map(({ event }) => event)

const TOTAL = 250
let project: TestProject
beforeAll(async () => {
  project = await server.newProject()
  // Seven events in every millisecond, so that pages end in the middle of one.
  const events = Array.from({ length: TOTAL }, (_, i) => ({
    event: `e${i}`,
    distinct_id: `d${i % 3}`,
    timestamp: new Date(Date.parse('2026-11-19T10:00:00Z') + Math.floor(i / 7)).toISOString(),
  }))
  await server.capture(events, project.token)
})
const everyName = Array.from({ length: TOTAL }, (_, i) => `e${i}`).sort()

async function follow(first: string, linkOf: (next: string) => string) {
  const pages: { timestamp: string; event: string }[][] = []
  for (let path: string | null = first; path !== null; ) {
    const { body } = await server.request('GET', path)
    pages.push(body.results)
    path = body.next && linkOf(body.next)
  }
  return pages
}

test('pages by `next` give every event once, newest first', async () => {
  const pages = await follow(`${eventsOf(project)}?limit=100&after=2026-11-19&format=json`, pathOf)
  expect(pages.map((page) => page.length)).toEqual([100, 100, 50])
  const all = pages.flat()
  expect(all.map(({ event }) => event).sort()).toEqual(everyName)
  const times = all.map(({ timestamp }) => timestamp)
  expect(times).toEqual([...times].sort().reverse())
})

test('pages by `next` that begin at an offset go on from there', async () => {
  const pages = await follow(`${eventsOf(project)}?limit=30&offset=200`, pathOf)
  expect(pages.map((page) => page.length)).toEqual([30, 20])
  const { results } = await list(project, { limit: '50', offset: '200' })
  expect(pages.flat()).toEqual(results)
})

test('pages by limit and offset give every event once', async () => {
  const names: string[] = []
  for (let offset = 0; offset < TOTAL; offset += 40)
    names.push(...namesIn(await list(project, { limit: '40', offset: String(offset) })))
  expect(names.sort()).toEqual(everyName)
})

test('pages by `before` alone leave out no event', async () => {
  const pages = await follow(`${eventsOf(project)}?limit=100`, (next) => {
    const before = new URL(next).searchParams.get('before') ?? ''
    return `${eventsOf(project)}?limit=100&before=${before}`
  })
  expect([...new Set(pages.flat().map(({ event }) => event))].sort()).toEqual(everyName)
})

test('pages keep the other parameters in absolute links, and end', async () => {
  const body = await list(project, { limit: '10', distinct_id: 'd1', after: '2026-11-01' })
  const next = new URL(body.next)
  expect(next.origin).toMatch(/^http:\/\/localhost/)
  expect(next.pathname).toBe(eventsOf(project))
  expect(Object.fromEntries(next.searchParams)).toEqual({
    limit: '10',
    distinct_id: 'd1',
    after: '2026-11-01',
    before: new Date(Date.parse(body.results[9].timestamp) + 1).toISOString(),
    cursor: expect.stringMatching(/^[\w-]+$/),
  })
  expect((await list(project, { limit: String(TOTAL) })).next).toBeNull()
  expect((await list(project, { limit: String(TOTAL - 1) })).next).not.toBeNull()
  expect((await list(project, { limit: '50000' })).results).toHaveLength(TOTAL)
})

test('events that arrive meanwhile do not move pages', async () => {
  const first = await list(project, { limit: '100' })
  await server.capture([{ event: 'new', distinct_id: 'd1' }], project.token)
  const { body: second } = await server.request('GET', pathOf(first.next))
  const { body: third } = await server.request('GET', pathOf(second.next))
  expect([first, second, third].flatMap(namesIn).sort()).toEqual(everyName)
  expect(namesIn(await list(project, { limit: '1' }))).toEqual(['new'])
})
