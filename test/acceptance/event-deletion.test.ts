import { sql as metadataSql } from 'kysely'
import { expect, test } from 'vitest'
import { bound, identifier, sql } from '../../src/fragments/fragment.ts'
import { createEventDeletionStore } from '../../src/metadata/deletions/event-deletion-store.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const NOTHING = { events: 0, mirrored: 0, cached_results: 0, samples: 0, definitions: 0, metadata_rows: 0 }
const SECRET = 'ada@example.com'

const at = ({ id }: TestProject, path: string) => `/api/projects/${id}${path}`
const event = (name: string, timestamp: string, more: object = {}) => ({
  event: name,
  distinct_id: 'ada',
  timestamp,
  ...more,
})

/**
 * Makes a project with `visited` on 1 and 2 November and 3 October, `paid` on 2 November, and a refused event
 * with a sample.
 */
async function newProject(): Promise<TestProject> {
  const project = await server.newProject()
  await server.capture(
    [
      event('visited', '2026-10-03T12:00:00Z', { uuid: '01890000-0000-7000-8000-000000000001' }),
      event('visited', '2026-11-01T12:00:00Z', { properties: { page: SECRET } }),
      event('visited', '2026-11-02T12:00:00Z'),
      event('paid', '2026-11-02T12:00:00Z', { properties: { amount: 3 } }),
      { event: 'refused', properties: { email: SECRET } },
    ],
    project.token,
  )
  return project
}
async function countOf(project: TestProject, name: string | null): Promise<number> {
  const question = { events: [{ id: name }], date_from: '2026-01-01', date_to: '2026-11-20' }
  const { body } = await server.request('POST', at(project, '/insights/trend/'), question)
  return body.result[0].count
}
const erase = (project: TestProject, body: object) => server.request('POST', at(project, '/deletions/'), body)
const namesOf = async (project: TestProject, what: 'event' | 'property') =>
  (await server.request('GET', at(project, `/${what}_definitions/?limit=100`))).body.results.map(
    ({ name }: { name: string }) => name,
  )
const rowsWith = async (project: TestProject) => {
  const { metadata } = server.app
  const answers = await metadata
    .selectFrom('answer')
    .select('key')
    .where('project_id', '=', project.id)
    .execute()
  const drops = await metadata
    .selectFrom('dropped_event')
    .select('sample')
    .where('project_id', '=', project.id)
    .execute()
  return { answers: answers.length, samples: drops.filter(({ sample }) => sample.includes(SECRET)).length }
}
/** Returns the names of all tables of the metadata that have a row of the project. */
async function tablesWith({ id }: TestProject): Promise<string[]> {
  const { metadata } = server.app
  const names: string[] = []
  for (const { name, columns } of await metadata.introspection.getTables()) {
    if (!columns.some((column) => column.name === 'project_id')) continue
    const found = metadataSql`SELECT 1 FROM ${metadataSql.table(name)} WHERE project_id = ${id} LIMIT 1`
    if ((await found.execute(metadata)).rows.length > 0) names.push(name)
  }
  return names.sort()
}

test('the only project of a user is not deleted', async () => {
  const { status, body } = await erase({ id: 1, token: '' }, { whole_project: true })
  expect([status, body.code]).toEqual([400, 'only_project'])
})

test('an event name is deleted with its definition, cached results and samples, and other events stay', async () => {
  const [project, other] = [await newProject(), await newProject()]
  expect([await countOf(project, 'visited'), await countOf(project, 'paid')]).toEqual([3, 1])
  expect(await rowsWith(project)).toEqual({ answers: 2, samples: 1 })
  server.nowMs += 1_000

  const { status, body } = await erase(project, { event: 'visited' })
  expect([status, body]).toEqual([
    201,
    {
      ...{ id: expect.any(Number), kind: 'events', event: 'visited', date_from: null, date_to: null },
      ...{
        created_at: expect.any(String),
        finished_at: expect.any(String),
        deleted_events: 3,
        left: NOTHING,
      },
    },
  ])
  expect(await rowsWith(project)).toEqual({ answers: 0, samples: 0 })
  expect(await namesOf(project, 'event')).toEqual(['paid'])
  expect(await namesOf(project, 'property')).not.toContain('page')
  expect(await namesOf(project, 'property')).toContain('amount')
  expect([await countOf(project, 'visited'), await countOf(project, 'paid')]).toEqual([0, 1])
  expect([await countOf(other, 'visited'), (await rowsWith(other)).samples]).toEqual([3, 1])

  const again = await server.request('GET', at(project, `/deletions/${body.id}/`))
  expect(again.body).toEqual(body)
  expect((await server.request('GET', at(other, `/deletions/${body.id}/`))).status).toBe(404)
  const listed = await server.request('GET', at(project, '/deletions/'))
  expect(listed.body.results).toEqual([{ ...body, left: null }])
})

test('a range of time is deleted to the millisecond, in one month of several', async () => {
  const project = await newProject()
  const range = { date_from: '2026-11-01T12:00:00Z', date_to: '2026-11-02T12:00:00.000' }
  const { body } = await erase(project, range)
  expect(body).toMatchObject({ deleted_events: 1, left: NOTHING, date_to: '2026-11-02T12:00:00.000Z' })
  expect([await countOf(project, 'visited'), await countOf(project, 'paid')]).toEqual([2, 1])
  const both = await erase(project, { event: 'visited', date_from: '2026-11-01T00:00:00+02:00' })
  expect(both.body).toMatchObject({ deleted_events: 1, date_from: '2026-10-31T22:00:00.000Z' })
  expect([await countOf(project, 'visited'), await countOf(project, 'paid')]).toEqual([1, 1])
  expect((await erase(project, { all_events: true })).body).toMatchObject({
    deleted_events: 2,
    left: NOTHING,
  })
  expect(await countOf(project, null)).toBe(0)
  expect(await namesOf(project, 'event')).toEqual([])
})

test('events that arrive later stay, also repeated ones, and make the definition anew', async () => {
  const project = await newProject()
  await erase(project, { event: 'visited' })
  server.nowMs += 1_000
  const late = event('visited', '2026-10-03T12:00:00Z', { uuid: '01890000-0000-7000-8000-000000000001' })
  await server.capture([late], project.token)
  expect(await countOf(project, 'visited')).toBe(1)
  expect(await namesOf(project, 'event')).toEqual(['paid', 'visited'])
  const [deletion] = (await server.request('GET', at(project, '/deletions/'))).body.results
  expect((await server.request('GET', at(project, `/deletions/${deletion.id}/`))).body.left).toEqual(NOTHING)
})

test('a deletion that was cut short is finished after a restart, and only for what was there before', async () => {
  const project = await newProject()
  const store = createEventDeletionStore(server.app.metadata)
  // The state after a kill right after the first write.
  const asked = {
    projectId: project.id,
    kind: 'events',
    event: 'visited',
    fromMs: null,
    beforeMs: null,
  } as const
  const { id } = await store.begin({ ...asked, cutoffMs: server.nowMs })
  server.nowMs += 1_000
  await server.capture([event('visited', '2026-11-03T12:00:00Z')], project.token)
  await server.restart()
  const { body } = await server.request('GET', at(project, `/deletions/${id}/`))
  expect(body).toMatchObject({ deleted_events: 3, finished_at: expect.any(String), left: NOTHING })
  expect(await countOf(project, 'visited')).toBe(1)
})

test.each([
  [{}, 'required', 'all_events'],
  [{ event: 'a', all_events: true }, 'invalid_input', 'all_events'],
  [{ date_from: '2026-11-02T00:00:00Z', date_to: '2026-11-02T00:00:00Z' }, 'invalid_input', 'date_to'],
  [{ whole_project: true, event: 'a' }, 'invalid_input', 'whole_project'],
  [{ date_from: '-7d' }, 'invalid_input', 'date_from'],
  [{ name: 'visited' }, expect.any(String), 'name'],
])('%o is refused', async (body, code, attr) => {
  const project = { id: 1, token: '' }
  const answer = await erase(project, body)
  expect([answer.status, answer.body.code, answer.body.attr]).toEqual([400, code, attr])
})

test('retention deletes the months before, once an hour, and again what arrives late', async () => {
  const project = await newProject()
  const path = at(project, '/retention/')
  expect((await server.request('GET', path)).body).toEqual({ months: null, keeps_since: null })
  const { body } = await server.request('PATCH', path, { months: 1 })
  expect(body).toEqual({ months: 1, keeps_since: '2026-10-01T00:00:00.000Z' })
  await server.capture([event('visited', '2026-09-30T23:59:59.999Z')], project.token)
  await server.capture([event('visited', '2025-01-05T00:00:00Z')], project.token)
  expect(await countOf(project, 'visited')).toBe(4)
  await server.pass(3_600)
  expect(await countOf(project, 'visited')).toBe(3)
  const { results } = (await server.request('GET', at(project, '/deletions/'))).body
  expect(results).toMatchObject([
    { kind: 'retention', deleted_events: 2, date_to: '2026-10-01T00:00:00.000Z' },
  ])
  await server.capture([event('visited', '2026-09-01T00:00:00Z')], project.token)
  await server.pass(3_600)
  expect(await countOf(project, 'visited')).toBe(3)
  await server.request('PATCH', path, { months: null })
  expect((await server.request('PATCH', path, { months: 0 })).status).toBe(400)
})

test('a project is deleted with everything that both stores have of it, and the stores still match', async () => {
  const project = await newProject()
  await server.capture(
    [
      {
        event: '$identify',
        distinct_id: 'ada',
        properties: { $anon_distinct_id: 'anon', $set: { email: SECRET } },
      },
      {
        event: '$groupidentify',
        distinct_id: 'ada',
        properties: { $group_type: 'company', $group_key: 'acme' },
      },
    ],
    project.token,
  )
  const insight = await server.request('POST', at(project, '/insights/'), { name: SECRET, tags: ['secret'] })
  await server.request('POST', at(project, '/dashboards/'), { name: 'D', tags: ['secret'] })
  await server.request('PATCH', at(project, `/insights/${insight.body.id}/`), { dashboards: [] })
  await countOf(project, 'visited')
  expect(await tablesWith(project)).toEqual(
    expect.arrayContaining(['data_version', 'dropped_event', 'dropped_event_hour']),
  )
  const { status, body } = await erase(project, { whole_project: true })
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ kind: 'project', deleted_events: 6, left: NOTHING }),
  ])
  // The deletion itself is recorded, and the event store knows how many group types there were.
  expect(await tablesWith(project)).toEqual(['event_deletion', 'group_type'])

  expect((await server.request('GET', at(project, '/'))).status).toBe(404)
  const sent = { api_key: project.token, batch: [event('visited', '2026-11-03T12:00:00Z')] }
  expect((await server.request('POST', '/batch/', sent, null)).status).toBe(401)
  for (const table of ['events', 'persons', 'person_root', 'groups', 'cohort_person', 'unanchored_event']) {
    const query = sql`SELECT count() AS count FROM ${identifier(table)} WHERE project_id = ${bound('UInt32', project.id)}`
    expect([table, await server.app.engine.rows(query, { name: 'test', projectId: null })]).toEqual([
      table,
      [{ count: '0' }],
    ])
  }
  // A request that was under way may still bring something, so the deletion ends a minute later, after
  // another look.
  const pending = () => createEventDeletionStore(server.app.metadata).pending()
  expect(await pending()).toHaveLength(1)
  await server.pass(60)
  expect(await pending()).toEqual([])
  await server.restart()
  expect((await server.request('GET', '/api/projects/1/')).status).toBe(200)
})
