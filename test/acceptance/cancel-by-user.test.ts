import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/fragments/fragment.ts'
import { runStatement } from '../fixtures/run-statement.ts'
import { secondUser } from '../fixtures/second-user.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/1'

/** A statement that computes without end. Its number makes it differ from others. */
const endless = (place: number) => ({
  kind: 'HogQLQuery',
  query: `select count() from events a cross join events b cross join events c where a.uuid != b.uuid and ${place} = ${place}`,
})
let bob = ''
let bobsOther = ''
let cid = ''
let places = 0

beforeAll(async () => {
  await runStatement(
    server.app.engine,
    `INSERT INTO events (project_id, event, day, ts, person, uuid, properties_raw, properties)
SELECT 1, 'visit', '2026-11-20', '2026-11-20 08:00:00', number, generateUUIDv4(), '{}', '{}' FROM numbers(20000)`,
  )
  bob = (await secondUser(server, 'Bob')).key
  cid = (await secondUser(server, 'Cid')).key
  const label = { label: 'other', scopes: ['query:read', 'insight:read'] }
  bobsOther = (await server.request('POST', '/api/personal_api_keys/', label, bob)).body.value
})

async function runningIs(count: number): Promise<void> {
  const ours = sql`query LIKE '%CROSS JOIN%' AND query NOT LIKE '%system.processes%'`
  const options = { name: 'test', projectId: null, isUpkeep: true }
  while (
    (await server.app.engine.rows(sql`SELECT 1 FROM system.processes WHERE ${ours}`, options)).length !==
    count
  );
}
beforeEach(() => runningIs(0))

const ask = (id: string, key: string, more: object = {}) =>
  server.request('POST', `${PROJECT}/query/`, { query: endless(places++), client_query_id: id, ...more }, key)
const call10 = async (id: string, key: string, project = PROJECT) => {
  const { status, body } = await server.request(
    'POST',
    `${project}/insights/cancel/`,
    { client_query_id: id },
    key,
  )
  return [status, JSON.parse(body.query_status).cancelled]
}
const remove = async (id: string, key: string, project = PROJECT) =>
  (await server.request('DELETE', `${project}/query/${id}/`, undefined, key)).status
const CANCELLED = { status: 499, body: { code: 'query_cancelled' } }

test.each<[string, () => string]>([
  ['the key that asked', () => bob],
  ['another key of the same user', () => bobsOther],
  ['the key of an admin', () => KEY],
])('a named query is cancelled with %s', async (_name, key) => {
  for (const cancel of [
    async () => expect(await call10('mine', key())).toEqual([200, 1]),
    async () => expect(await remove('mine', key())).toBe(204),
  ]) {
    const asked = ask('mine', bob)
    await runningIs(1)
    await cancel()
    expect(await asked).toMatchObject(CANCELLED)
    await runningIs(0)
  }
})

test('the query of another user is answered as an unknown one, and goes on', async () => {
  const asked = ask('private', bob)
  await runningIs(1)
  expect(await call10('private', cid)).toEqual([200, 0])
  expect(await remove('private', cid)).toBe(404)
  const body = { client_query_id: 'private' }
  const unknown = { client_query_id: 'unknown' }
  const bodies = await Promise.all(
    [body, unknown].map((one) => server.request('POST', `${PROJECT}/insights/cancel/`, one, cid)),
  )
  expect(bodies[0]?.body.query_status).toBe(bodies[1]?.body.query_status.replace('unknown', 'private'))
  await runningIs(1)
  expect(await call10('private', bob)).toEqual([200, 1])
  expect(await asked).toMatchObject(CANCELLED)
})

test('an admin of another project does not cancel it', async () => {
  const other = await server.newProject()
  const asked = ask('private', bob)
  await runningIs(1)
  expect(await call10('private', KEY, `/api/projects/${other.id}`)).toEqual([200, 0])
  expect(await remove('private', KEY, `/api/projects/${other.id}`)).toBe(404)
  await call10('private', bob)
  expect(await asked).toMatchObject(CANCELLED)
})

test('of two users with one name for their queries each cancels their own', async () => {
  const [first, second] = [ask('report', bob), ask('report', cid)]
  await runningIs(2)
  expect(await call10('report', bob)).toEqual([200, 1])
  expect(await first).toMatchObject(CANCELLED)
  await runningIs(1)
  expect(await call10('report', cid)).toEqual([200, 1])
  expect(await second).toMatchObject(CANCELLED)
})

async function statusOf(id: string, key: string, project = PROJECT) {
  const { status, body } = await server.request('GET', `${project}/query/${id}/`, undefined, key)
  return [status, body.query_status?.complete ?? null]
}

test('a background query is cancelled by its user alone, and read in its project alone', async () => {
  const other = await server.newProject()
  const { body } = await ask('later', bob, { refresh: 'force_async' })
  const { id } = body.query_status
  await runningIs(1)
  expect([await remove(id, cid), await remove(id, KEY, `/api/projects/${other.id}`)]).toEqual([404, 404])
  expect(await statusOf(id, KEY, `/api/projects/${other.id}`)).toEqual([404, null])
  expect(await statusOf(id, cid)).toEqual([200, false])
  expect(await remove(id, bobsOther)).toBe(204)
  await runningIs(0)
  expect(await statusOf(id, bob)).toEqual([200, true])
  expect([await remove(id, bob), await remove(id, cid)]).toEqual([204, 404])
})

test('a background query of two users goes on until both have cancelled it, by id or by name', async () => {
  const place = places
  const { body } = await ask('of bob', bob, { refresh: 'async' })
  places = place
  const { body: same } = await ask('of cid', cid, { refresh: 'async' })
  const { id } = body.query_status
  expect(same.query_status.id).toBe(id)
  await runningIs(1)
  expect(await call10('of bob', bob)).toEqual([200, 1])
  await runningIs(1)
  expect(await statusOf(id, cid)).toEqual([200, false])
  expect(await call10('of cid', cid)).toEqual([200, 1])
  expect(await statusOf(id, cid)).toEqual([200, true])
  await runningIs(0)
})

test('an admin cancels the background query of two users at once', async () => {
  const place = places
  const { body } = await ask('of bob', bob, { refresh: 'async' })
  places = place
  await ask('of cid', cid, { refresh: 'async' })
  await runningIs(1)
  expect(await remove(body.query_status.id, KEY)).toBe(204)
  expect(await statusOf(body.query_status.id, cid)).toEqual([200, true])
})
