import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()

const EVENTS = [{ id: 'visit' }]
const STEPS = [...EVENTS, { id: 'visit', order: 1 }]
const TODAY = '2026-11-20'
const CASES: readonly (readonly [string, object])[] = [
  ['trends', { events: EVENTS, day: TODAY }],
  ['funnel', { events: STEPS, funnel_step: 1 }],
  ['retention', { target_entity: EVENTS[0], breakdown_values: [10] }],
  ['path', { include_event_types: ['custom_event'], path_start_key: '1_visit' }],
  ['stickiness', { events: EVENTS, stickiness_days: 1 }],
  ['lifecycle', { events: EVENTS, lifecycle_type: 'new', target_date: TODAY }],
]

const inAddress = (asked: object) =>
  Object.entries(asked)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
      return `${name}=${encodeURIComponent(text)}`
    })
    .join('&')
// biome-ignore lint/suspicious/noExplicitAny: a body of people
const namesIn = (body: any) => body.results[0].people.map(({ name }: { name: string }) => name).sort()
const visit = (distinct_id: string) => ({
  event: 'visit',
  distinct_id,
  timestamp: '2026-11-20T10:00:00Z',
})
const left = (distinct_id: string) => ({ event: 'left', distinct_id, timestamp: '2026-11-20T10:01:00Z' })

test.each(CASES)(
  'the people of %s at the older address are those of the current project',
  async (path, asked) => {
    const [first, second] = [await server.newProject('First'), await server.newProject('Second')]
    await server.capture([visit('ada'), visit('bob'), left('ada'), left('bob')], first.token)
    await server.capture([visit('cid'), left('cid')], second.token)
    for (const [project, names] of [
      [first, ['ada', 'bob']],
      [second, ['cid']],
    ] as const) {
      const key = await server.newKey(['person:read', 'insight:read'], [project.id])
      const url = `/api/person/${path}/`
      const read = await server.request('GET', `${url}?${inAddress(asked)}`, undefined, key)
      expect([read.status, read.body.detail, namesIn(read.body)]).toEqual([200, undefined, names])
      const posted = await server.request('POST', url, asked, key)
      expect(namesIn(posted.body)).toEqual(names)
      const named = await server.request(
        'GET',
        `/api/projects/${project.id}/persons/${path}/?${inAddress(asked)}`,
      )
      expect(named.body.results).toEqual(read.body.results)
    }
  },
)

test('pages of the older address go on at it', async () => {
  const project = await server.newProject('Pages')
  await server.capture(['ada', 'bob', 'cid'].map(visit), project.token)
  const key = await server.newKey(['person:read', 'insight:read'], [project.id])
  const pages = []
  for (
    let address: string | null = `/api/person/trends/?${inAddress({ events: EVENTS, limit: 2 })}`;
    address;
  ) {
    const { body } = await server.request('GET', address, undefined, key)
    pages.push(namesIn(body).length)
    address = body.next?.replace(/^http:\/\/[^/]+/, '')
    expect(address ?? '/api/person/trends/').toMatch(/^\/api\/person\/trends\//)
  }
  expect(pages).toEqual([2, 1])
})

test('a correlation has the address of its funnel, and other names are unknown', async () => {
  const { status, body } = await server.request('GET', '/api/person/funnel/correlation/')
  expect([status, body.attr]).toEqual([400, 'events'])
  expect((await server.request('GET', '/api/person/correlation/')).status).toBe(404)
})
