import { sql as sqlite } from 'kysely'
import { expect, test } from 'vitest'
import { bound, sql } from '../../src/fragments/fragment.ts'
import { createSessionStore } from '../../src/metadata/access/session-store.ts'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { createPersonDeletionStore } from '../../src/metadata/people/person-deletion-store.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp({ THROUGHLINE_ANSWER_CACHE_MIB: '1' })
const HOUR = 3_600

async function dutyOf(name: string) {
  const { status, body } = await server.request('GET', '/_health', undefined, null)
  expect(status).toBe(200)
  return body.duties.find((duty: { name: string }) => duty.name === name)
}
const mirroredPersons = async (projectId: number) =>
  (
    await server.app.engine.rows(
      sql`SELECT person FROM persons FINAL WHERE project_id = ${bound('UInt32', projectId)}`,
      { name: 'test', projectId: null },
    )
  ).length

test('the health check has the last run of each duty and the number of runs, from the start on', async () => {
  const atStart = new Date(server.nowMs).toISOString()
  expect(await dutyOf('mirror')).toEqual({ name: 'mirror', last_run: atStart, runs: 1, failures: 0 })
  expect(await dutyOf('refusal_log')).toEqual({ name: 'refusal_log', last_run: null, runs: 0, failures: 0 })
  await server.pass(60)
  const now = new Date(server.nowMs).toISOString()
  expect(await dutyOf('mirror')).toEqual({ name: 'mirror', last_run: now, runs: 7, failures: 0 })
  expect(await dutyOf('refusal_log')).toEqual({ name: 'refusal_log', last_run: now, runs: 1, failures: 0 })
})

test('a failed copy of persons is repeated without another event, and failures are counted', async () => {
  const { metadata } = server.app
  const project = await server.newProject()
  await server.capture([{ event: 'visit', distinct_id: 'ada' }], project.token)
  expect(await mirroredPersons(project.id)).toBe(1)
  const { failures } = await dutyOf('mirror')
  await metadata.transaction().execute(async (transaction) => {
    await sqlite`UPDATE mirror_version SET value = value + 1`.execute(transaction)
    await sqlite`INSERT INTO person
SELECT project_id, 2 AS number, 'another' AS uuid, created_at, is_identified, registers, merged_us, linked_us, said_us, (SELECT value FROM mirror_version) AS version
FROM person
WHERE project_id = ${project.id}`.execute(transaction)
  })
  await sqlite`ALTER TABLE mirror_version RENAME TO away`.execute(metadata)
  await server.pass(10)
  expect(await mirroredPersons(project.id)).toBe(1)
  expect((await dutyOf('mirror')).failures).toBe(failures + 1)
  await sqlite`ALTER TABLE away RENAME TO mirror_version`.execute(metadata)
  await server.pass(10)
  expect(await mirroredPersons(project.id)).toBe(2)
  expect((await dutyOf('mirror')).failures).toBe(failures + 1)
})

test('a deletion that was interrupted is finished while the server runs', async () => {
  const project = await server.newProject()
  const visits = ['dan', 'eve'].map((distinct_id) => ({ event: 'visit', distinct_id }))
  await server.capture(visits, project.token)
  const { body } = await server.request('GET', `/api/projects/${project.id}/persons/?distinct_id=dan`)
  const deletions = createPersonDeletionStore(server.app.metadata, server.app.coordination.identityCache)
  await deletions.begin(project.id, body.results[0].uuid, true)
  expect(await mirroredPersons(project.id)).toBe(2)
  await server.pass(60)
  expect(await deletions.pending()).toEqual([])
  expect(await mirroredPersons(project.id)).toBe(1)
  const left = await server.app.engine.rows(
    sql`SELECT distinct_id FROM events WHERE project_id = ${bound('UInt32', project.id)}`,
    { name: 'test', projectId: null },
  )
  expect(left).toEqual([{ distinct_id: 'eve' }])
})

test('counts of known events are written without a request for them', async () => {
  const project = await server.newProject()
  const visit = { event: 'visit', distinct_id: 'ada' }
  const count = async () => {
    const row = await server.app.metadata
      .selectFrom('event_definition')
      .select('count')
      .where('project_id', '=', project.id)
      .executeTakeFirst()
    return Number(row?.count)
  }
  await server.capture([visit], project.token)
  await server.capture([visit], project.token)
  expect(await count()).toBe(1)
  await server.pass(10)
  expect(await count()).toBe(2)
})

test('expired sessions are deleted without a login', async () => {
  const { metadata } = server.app
  const account = await createUserStore(metadata).byId(1)
  if (account === null) throw new Error('The first start made no user')
  const store = createSessionStore(metadata)
  await store.open(account, 'expiring', server.nowMs, server.nowMs + HOUR * 1_000)
  await store.open(account, 'lasting', server.nowMs, server.nowMs + 3 * HOUR * 1_000)
  await server.pass(2 * HOUR)
  expect(await metadata.selectFrom('login_session').select('user_id').execute()).toHaveLength(1)
  expect(await store.userOf('lasting', server.nowMs)).toBe(1)
})

test('cached results beyond the limit are deleted, the least recently used first', async () => {
  const { metadata } = server.app
  // Together the rows take more than 1 MiB, like after a start with a lower limit.
  const row = (key: string, usedAt: string) => ({
    key,
    project_id: 1,
    freshness: '0 0 x',
    answer: '{}',
    timezone: 'UTC',
    refreshed_at: usedAt,
    bytes: 600_000,
    used_at: usedAt,
  })
  const rows = [row('old', '2026-11-01T00:00:00.000Z'), row('new', '2026-11-02T00:00:00.000Z')]
  await metadata.insertInto('answer').values(rows).execute()
  await server.pass(HOUR)
  expect(await metadata.selectFrom('answer').select('key').execute()).toEqual([{ key: 'new' }])
})
