import { describe, expect, test } from 'vitest'
import { INGEST_ISSUES } from '../../src/contract/ingest-issue.ts'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const NOON = Date.parse('2026-11-20T12:00:00Z')

async function ingestion(projectId: number, query = '') {
  const { status, body } = await server.request('GET', `/api/projects/${projectId}/ingestion/${query}`)
  expect(status).toBe(200)
  return body
}
const namesIn = (body: { recent_events: { event: string }[] }) => body.recent_events.map(({ event }) => event)

describe('the last events', () => {
  test('are ordered by arrival, not by their own time', async () => {
    const project = await server.newProject()
    const uuid = '01932d8e-7d3a-7000-8000-0123456789ab'
    const properties = { plan: 'pro', nested: { list: [1, null] }, ['__proto__']: 1 }
    server.nowMs = NOON
    await server.capture([{ event: 'first', distinct_id: 'ada', uuid, properties }], project.token)
    server.nowMs = NOON + 60_000
    const old = { event: 'second', distinct_id: 'bob', timestamp: '2025-01-01T00:00:00Z' }
    await server.capture([old], project.token)
    const { recent_events } = await ingestion(project.id)
    expect(recent_events).toMatchObject([
      {
        event: 'second',
        distinct_id: 'bob',
        timestamp: '2025-01-01T00:00:00.000Z',
        inserted_at: '2026-11-20T12:01:00.000Z',
      },
      {
        uuid,
        event: 'first',
        timestamp: '2026-11-20T12:00:00.000Z',
        inserted_at: '2026-11-20T12:00:00.000Z',
        properties: { plan: 'pro', nested: { list: [1, null] } },
      },
    ])
    expect(JSON.stringify(recent_events[1].properties)).toContain('"__proto__":1')
  })

  test('are 20, or as many as asked for up to 100', async () => {
    const project = await server.newProject()
    const events = Array.from({ length: 120 }, (_, i) => ({
      event: `event ${i}`,
      distinct_id: 'ada',
      timestamp: new Date(NOON - 60_000 + i).toISOString(),
    }))
    await server.capture(events, project.token)
    const newest = (count: number) => Array.from({ length: count }, (_, i) => `event ${119 - i}`)
    expect(namesIn(await ingestion(project.id))).toEqual(newest(20))
    expect(namesIn(await ingestion(project.id, '?limit=3'))).toEqual(newest(3))
    expect(namesIn(await ingestion(project.id, '?limit=1000'))).toEqual(newest(100))
    for (const limit of ['0', '-1', 'x', '1.5'])
      expect(
        await server.request('GET', `/api/projects/${project.id}/ingestion/?limit=${limit}`),
      ).toMatchObject({
        status: 400,
        body: { attr: 'limit' },
      })
  })

  test('with more than 64 KiB of properties are shown without properties', async () => {
    const project = await server.newProject()
    await server.capture(
      [{ event: 'big', distinct_id: 'ada', properties: { text: 'x'.repeat(70_000) } }],
      project.token,
    )
    const { recent_events } = await ingestion(project.id)
    expect(recent_events).toMatchObject([{ event: 'big', properties: null }])
  })
})

describe('rejected events', () => {
  test('have a description for every reason, also with a count of 0', async () => {
    const project = await server.newProject()
    const { recent_events, rejected } = await ingestion(project.id)
    expect(recent_events).toEqual([])
    expect(rejected.map((one: { reason: string }) => one.reason)).toEqual(INGEST_ISSUES)
    for (const one of rejected) {
      expect(one).toMatchObject({ count: 0, last_seen_at: null, sample: null })
      expect(one.description).toMatch(/^[A-Z].{20,}\.$/)
    }
  })

  test('are counted, with the last as sample', async () => {
    const project = await server.newProject()
    server.nowMs = NOON
    const near = { event: 'near', distinct_id: 'ada' }
    await server.capture([{ event: 'a' }, { distinct_id: 'x' }, near], project.token)
    server.nowMs = NOON + 5_000
    const far = { event: 'far', distinct_id: 'ada', timestamp: '2027-11-20T00:00:00Z' }
    await server.capture([{ event: 'b' }, far], project.token)
    const { recent_events, rejected } = await ingestion(project.id)
    const ofReason = (reason: string) => rejected.find((one: { reason: string }) => one.reason === reason)
    expect(ofReason('missing_distinct_id')).toMatchObject({
      count: 2,
      is_stored: false,
      last_seen_at: '2026-11-20T12:00:05.000Z',
      sample: '{"event":"b"}',
    })
    expect(ofReason('missing_event_name')).toMatchObject({
      count: 1,
      last_seen_at: '2026-11-20T12:00:00.000Z',
    })
    expect(ofReason('implausible_timestamp')).toMatchObject({
      count: 1,
      is_stored: true,
      sample: expect.stringContaining('far'),
    })
    expect(namesIn({ recent_events })).toEqual(['far', 'near'])
  })
})

describe('unknown tokens', () => {
  const send = (token: string) =>
    server.request(
      'POST',
      '/batch/',
      { api_key: token, batch: [{ event: 'lost', distinct_id: 'ada' }] },
      null,
    )
  const seen = async (projectId: number) => (await ingestion(projectId)).unknown_tokens

  test('are counted and never shown whole, with a flag for the project that was probably meant', async () => {
    const project = await server.newProject()
    server.nowMs = NOON + 10_000
    const typo = `${project.token.slice(0, -1)}!`
    const cut = project.token.slice(0, 20)
    const foreign = 'phc_somebody_elses_token_that_nobody_here_knows'
    for (const token of [foreign, cut, typo, typo]) expect((await send(token)).status).toBe(401)
    const last_seen_at = '2026-11-20T12:00:10.000Z'
    const start = project.token.slice(0, 8)
    const mine = [
      { start, length: project.token.length, count: 2, last_seen_at, looks_like_this_project: true },
      { start, length: 20, count: 1, last_seen_at, looks_like_this_project: true },
      { start: 'phc_some', length: foreign.length, count: 1, last_seen_at, looks_like_this_project: false },
    ]
    expect((await seen(project.id)).slice(0, 3)).toEqual(mine)
    const others = mine.map((token) => ({ ...token, looks_like_this_project: false }))
    expect((await seen(1)).slice(0, 3)).toEqual(others)
    const body = JSON.stringify(await ingestion(1))
    for (const token of [typo, cut, foreign]) expect(body).not.toContain(token.slice(0, 12))
    expect(body).not.toContain(TOKEN)
  })

  test('have the start of their counts', async () => {
    expect((await ingestion(1)).unknown_tokens_since).toBe('2026-11-20T12:00:00.000Z')
  })
})

test('needs its scope and its project', async () => {
  const project = await server.newProject()
  const path = `/api/projects/${project.id}/ingestion/`
  const statusWith = async (scopes: string[], projects?: number[]) =>
    (await server.request('GET', path, undefined, await server.newKey(scopes, projects))).status
  expect(await statusWith(['query:read'])).toBe(200)
  expect(await statusWith(['project:read'])).toBe(403)
  expect(await statusWith(['insight:write'])).toBe(403)
  expect(await statusWith(['*'], [1])).toBe(404)
  await server.capture([{ event: 'private', distinct_id: 'ada' }], project.token)
  expect(namesIn(await ingestion(project.id))).toEqual(['private'])
  expect(namesIn(await ingestion(1, '?limit=100'))).not.toContain('private')
})

describe('hours', () => {
  const hoursOf = async (projectId: number, query = '') => (await ingestion(projectId, query)).hours

  test('count what was stored, refused, changed and repeated, the running hour last', async () => {
    const project = await server.newProject()
    const uuid = '01932d8e-7d3a-7000-8000-00000000abcd'
    server.nowMs = NOON - 2 * 3_600_000 + 1
    const good = { event: 'a', distinct_id: 'ada', uuid }
    await server.capture([good, { event: 'no id' }, { event: 'b', distinct_id: 'ada' }], project.token)
    server.nowMs = NOON + 59 * 60_000
    const far = { event: 'far', distinct_id: 'ada', timestamp: '2027-11-20T00:00:00Z' }
    const test = { event: 'tried', distinct_id: 'ada', properties: { $throughline_test: true } }
    await server.capture([good, far, test], project.token)
    const none = { stored: 0, refused: 0, changed: 0, repeated: 0 }
    expect(await hoursOf(project.id, '?hours=3')).toEqual([
      { ...none, start: '2026-11-20T10:00:00.000Z', stored: 2, refused: 1 },
      { ...none, start: '2026-11-20T11:00:00.000Z' },
      { ...none, start: '2026-11-20T12:00:00.000Z', stored: 1, changed: 1, repeated: 1 },
    ])
    const counts = async (query: string) => {
      const { rejected } = await ingestion(project.id, query)
      const issue = rejected.find((one: { reason: string }) => one.reason === 'missing_distinct_id')
      return [issue.count, issue.recent_count]
    }
    expect(await counts('?hours=3')).toEqual([1, 1])
    expect(await counts('?hours=2')).toEqual([1, 0])
    expect(await hoursOf(project.id)).toHaveLength(24)
    expect(await hoursOf(project.id, '?hours=0')).toEqual([])
    expect(await hoursOf(project.id, '?hours=168')).toHaveLength(168)
    for (const hours of ['169', '-1', 'x', '1.5'])
      expect(
        await server.request('GET', `/api/projects/${project.id}/ingestion/?hours=${hours}`),
      ).toMatchObject({ status: 400, body: { attr: 'hours' } })
  })

  test('of another project are not counted, and those of more than a week ago are deleted', async () => {
    const project = await server.newProject()
    server.nowMs = NOON
    await server.capture([{ event: 'no id' }, { event: 'a', distinct_id: 'ada' }], project.token)
    const other = await server.newProject()
    expect((await hoursOf(other.id, '?hours=1'))[0]).toMatchObject({ stored: 0, refused: 0 })
    server.nowMs = NOON + 8 * 24 * 3_600_000
    await server.capture([{ event: 'no id' }, { event: 'a', distinct_id: 'ada' }], project.token)
    const rows = await server.app.metadata
      .selectFrom('dropped_event_hour')
      .select('count')
      .where('project_id', '=', project.id)
      .execute()
    expect(rows.map(({ count }) => Number(count))).toEqual([1])
    server.nowMs = NOON
  })
})
