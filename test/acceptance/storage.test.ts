import { expect, test } from 'vitest'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const visit = (i: number, timestamp: string) => ({ event: 'visit', distinct_id: `user ${i}`, timestamp })
async function storageOf(projectId: number) {
  const { status, body } = await server.request('GET', `/api/projects/${projectId}/storage/`)
  expect(status).toBe(200)
  return body
}

test('a project sees its events by month, its part of the files, and nothing of other projects', async () => {
  const [project, other] = [await server.newProject('One'), await server.newProject('Other')]
  expect(await storageOf(project.id)).toEqual({
    events: 0,
    bytes: 0,
    bytes_per_event: null,
    months: [],
    cached_results_bytes: 0,
  })
  const october = Array.from({ length: 30 }, (_, i) => visit(i, '2026-10-31T23:59:59Z'))
  const november = Array.from({ length: 10 }, (_, i) => visit(i, '2026-11-01T00:00:00Z'))
  await server.capture([...october, ...november], project.token)
  await server.capture(october, other.token)

  const { months, events, bytes, bytes_per_event } = await storageOf(project.id)
  expect(months).toMatchObject([
    { month: '2026-10', events: 30 },
    { month: '2026-11', events: 10 },
  ])
  expect(events).toBe(40)
  expect(bytes).toBe(months[0].bytes + months[1].bytes)
  expect(bytes_per_event).toBeCloseTo(bytes / 40, 0)
  const csv = await server.app.server.inject({
    url: `/api/projects/${project.id}/storage/?format=csv`,
    headers: { authorization: `Bearer ${KEY}` },
  })
  expect(csv.body.split('\r\n').slice(0, 2)).toEqual(['month,events,bytes', `2026-10,30,${months[0].bytes}`])
  // Projects with equal numbers of events of a month get equal parts of its files.
  const ofOther = await storageOf(other.id)
  expect(ofOther.months).toEqual([months[0]])

  const question = { events: [{ id: 'visit' }], date_from: '2026-10-01' }
  const path = `/api/projects/${project.id}/insights/trend/`
  expect((await server.request('POST', path, question)).status).toBe(200)
  expect((await storageOf(project.id)).cached_results_bytes).toBeGreaterThan(100)
  expect((await storageOf(other.id)).cached_results_bytes).toBe(0)
})
