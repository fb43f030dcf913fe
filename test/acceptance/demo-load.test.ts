import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const DEMO = '/api/projects/1/demo/'
const EVENTS = 2_000

const of = async (path = DEMO) => (await server.request('GET', path)).body
async function ended(path = DEMO) {
  for (;;) {
    const body = await of(path)
    if (body.status !== 'running') return body
    await setImmediate()
  }
}
const keys = async () => {
  const { body } = await server.request('GET', '/api/personal_api_keys/')
  return body.map(({ label }: { label: string }) => label)
}

test('no load has been asked for', async () => {
  const nothing = { project_id: null, dashboard_id: null, sent_events: 0, all_events: 0, error: null }
  expect(await of()).toEqual({ status: 'none', ...nothing })
})

test('the demo comes into a project of its own, with insights, and leaves no key', async () => {
  const before = await keys()
  const other = await server.newProject()
  const started = await server.request('POST', DEMO, { events: EVENTS })
  expect(started).toMatchObject({ status: 200, body: { status: 'running', error: null } })
  expect((await server.request('POST', DEMO, { events: EVENTS })).body.status).toBe('running')
  expect(await server.request('POST', `/api/projects/${other.id}/demo/`, {})).toMatchObject({
    status: 503,
    headers: { 'retry-after': '10' },
    body: { code: 'demo_running' },
  })
  expect(await of(`/api/projects/${other.id}/demo/`)).toMatchObject({ status: 'none' })
  const done = await ended()
  expect(done).toMatchObject({ status: 'done', error: null })
  expect(done.sent_events).toBe(done.all_events)
  expect(done.all_events).toBeGreaterThan(EVENTS / 2)
  const project = `/api/projects/${done.project_id}`
  expect((await server.request('GET', `${project}/`)).body.name).toBe('Demo')
  const everything = { query: { kind: 'HogQLQuery', query: 'SELECT count() FROM events' } }
  const { body } = await server.request('POST', `${project}/query/`, everything)
  expect(body.results).toEqual([[done.all_events]])
  expect((await server.request('GET', `${project}/insights/`)).body.count).toBeGreaterThan(5)
  expect(await keys()).toEqual(before)
  const board = await server.request('GET', `${project}/dashboards/${done.dashboard_id}/`)
  const [story, ...tiles] = board.body.tiles
  expect(story.text.body).toMatch(/^# /)
  // Every saved insight of the demo, once.
  const { results } = (await server.request('GET', `${project}/insights/`)).body
  const ids = (all: readonly { id: number }[]) => all.map(({ id }) => id).sort((a, b) => a - b)
  expect(ids(tiles.map(({ insight }: { insight: { id: number } }) => insight))).toEqual(ids(results))
})

test('a cancelled load ends, keeps what was stored and leaves no key', async () => {
  await server.request('POST', DEMO, { events: 20_000 })
  while ((await of()).sent_events === 0) await setImmediate()
  const { status, body } = await server.request('DELETE', DEMO)
  expect([status, body.status, body.error]).toEqual([200, 'cancelled', null])
  expect(body.sent_events).toBeLessThan(body.all_events)
  expect(await keys()).not.toContain('Demo')
  expect((await server.request('DELETE', DEMO)).body.status).toBe('cancelled')
})

describe('who may load it', () => {
  test('needs a key for all projects, and a number of events within the limits', async () => {
    const limited = await server.newKey(['*'], [1])
    expect((await server.request('POST', DEMO, {}, limited)).status).toBe(403)
    const reader = await server.newKey(['project:read'])
    expect((await server.request('POST', DEMO, {}, reader)).status).toBe(403)
    for (const events of [0, 999, 1_000_001, 1.5, '5000'])
      expect(await server.request('POST', DEMO, { events })).toMatchObject({
        status: 400,
        body: { attr: 'events' },
      })
  })
})

test('a stop ends a load that runs', async () => {
  await server.request('POST', DEMO, { events: 20_000 })
  await server.restart()
  expect(await of()).toMatchObject({ status: 'none' })
  expect(await keys()).not.toContain('Demo')
})
