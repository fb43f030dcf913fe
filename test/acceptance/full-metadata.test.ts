import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { bound, sql } from '../../src/fragments/fragment.ts'
import { createInvitationStore } from '../../src/metadata/access/invitation-store.ts'
import { createSessionStore } from '../../src/metadata/access/session-store.ts'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { createPersonDeletionStore } from '../../src/metadata/people/person-deletion-store.ts'
import { type FullMetadata, fullMetadata } from '../fixtures/full-metadata.ts'
import { readAddresses } from '../fixtures/read-addresses.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'
import { ACCOUNT, sendWrite, WRITE_REQUESTS, type WriteRequest } from '../fixtures/write-requests.ts'
import { COLLEAGUE } from '../fixtures/written-resources.ts'
import { type RegisteredRoute, registeredRoutes } from '../security/registered-routes.ts'
import { shortPathOf } from '../security/route-table.ts'

const server = useApp({
  THROUGHLINE_INIT_USER_EMAIL: ACCOUNT.email,
  THROUGHLINE_INIT_USER_PASSWORD: ACCOUNT.password,
})
let metadata: FullMetadata
beforeAll(async () => {
  const user = { email: COLLEAGUE, firstName: '', passwordHash: null, setUpBy: 'operator' } as const
  await createUserStore(server.app.metadata).create(user, server.nowMs)
  await server.capture([
    { event: 'visit', distinct_id: 'first', properties: { $groups: { company: 'acme' } } },
    {
      event: '$groupidentify',
      distinct_id: 'first',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { name: 'Acme' } },
    },
    { event: 'without a distinct id' },
  ])
  await server.request('GET', '/api/projects/1/insights/')
  metadata = await fullMetadata(server.app.metadata)
})

const READING = ['GET', 'HEAD', 'OPTIONS']
const writeRoutes = () =>
  registeredRoutes(server.app.server).filter(({ method }) => !READING.includes(method))
const nameOf = (route: RegisteredRoute) => `${route.method} ${shortPathOf(route)}`

/** A single statement, because it runs after each of several hundred requests. */
const ENGINE_ROWS = sql`SELECT 'events' AS kept, toString((project_id, event, uuid, distinct_id)) AS row
FROM events
UNION ALL SELECT 'persons', toString((project_id, person, toString(properties))) FROM persons FINAL
UNION ALL SELECT 'groups', toString((group_type_index, group_key)) FROM groups FINAL
UNION ALL SELECT 'roots', toString((person, root)) FROM person_root FINAL`
type State = Readonly<Record<string, unknown>>

async function engineState(): Promise<State> {
  const rows = await server.app.engine.rows(ENGINE_ROWS, { name: 'test', projectId: null })
  const kept = (rows as { kept: string; row: string }[]).map(({ kept: name, row }) => [name, row] as const)
  return Object.fromEntries(
    ['events', 'persons', 'groups', 'roots'].map((name) => [
      name,
      kept.flatMap(([one, row]) => (one === name ? [row] : [])).sort(),
    ]),
  )
}
/**
 * Makes the server read everything. After that, a change of any data must be noted for the cached results
 * that depend on this data.
 */
async function readEverything(): Promise<void> {
  const { status } = await server.request('POST', '/api/projects/1/insights/trend/', {
    events: [{ id: null, math: 'dau' }],
    refresh: true,
  })
  expect(status).toBe(200)
}
const differences = (before: State, after: State) =>
  Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

test('every write route has a request here', () => {
  const names = new Set(writeRoutes().map(nameOf))
  expect([...names].sort()).toEqual(Object.keys(WRITE_REQUESTS).sort())
})

/** More pages than any request writes. */
const MOST_PAGES = 300

/**
 * Sends a request with no free page left, then with one free page, and so on until it succeeds. So each of
 * its writes fails once. Returns how answers differ from a refusal without any effect.
 */
async function sendUntilDone(route: RegisteredRoute, request: WriteRequest): Promise<string[]> {
  // A question changes no row of the engine, so the engine's rows are read only after each request.
  let engine = await engineState()
  for (let pages = 0; pages <= MOST_PAGES; pages++) {
    await readEverything()
    const before = { ...(await metadata.rows()), ...engine }
    await metadata.fill(pages)
    const { status, text, retryAfter } = await sendWrite(server, route, request)
    await metadata.free()
    engine = await engineState()
    const changes = differences(before, { ...(await metadata.rows()), ...engine })
    const answer = `with ${pages} pages answers ${status} ${text.slice(0, 200)}, changes: ${changes}`
    if (status === (request.status ?? 200)) {
      const isRight = request.isReading ? pages === 0 : pages > 0 && changes.length > 0
      return isRight ? [] : [answer]
    }
    // A page and the second protocol of capture have the sentence of the error, without its code.
    const isRefused = status === 503 && text.includes('no disk space left') && retryAfter === '1'
    if (!isRefused || changes.length > 0) return [answer]
  }
  return ['is never answered']
}

test('every write is refused as a whole or takes effect, whichever of its steps finds the disk full', {
  timeout: 240_000,
}, async () => {
  const wrong: string[] = []
  for (const route of writeRoutes()) {
    const request = await WRITE_REQUESTS[nameOf(route)]?.(server)
    if (request === undefined) throw new Error(`${nameOf(route)} has no request`)
    const found = await sendUntilDone(route, request)
    wrong.push(...found.map((answer) => `${route.method} ${route.path} ${answer}`))
  }
  expect(wrong).toEqual([])
})

/** Paths of reads that have no success, or whose success needs a key of an SDK. */
const PATHS_WITHOUT_SUCCESS: readonly string[] = [
  '/api/docs*',
  // Addresses of the page that end in a star. The router prints them without the slash before it.
  '/*',
  '/account*',
  ...['projects', 'environments'].map((name) => `/api/${name}/:project_id/feature_flags/:key/remote_config`),
  ...['/i/v0/e', '/e', '/engage', '/capture', '/track', '/batch'],
]
/**
 * Makes reads write: the use of keys and cached results is due to be recorded, and counts of known events
 * wait for the next read of definitions.
 */
async function makeReadsWrite(): Promise<void> {
  const { metadata: store } = server.app
  await store.updateTable('personal_api_key').set({ last_used_at: null }).execute()
  await store.updateTable('answer').set({ used_at: '2026-11-01T00:00:00.000Z' }).execute()
  for (let i = 0; i < 2; i++) await server.capture([{ event: 'visit', distinct_id: 'first' }])
}

test('every read is answered while nothing can be written', { timeout: 240_000 }, async () => {
  const address = await readAddresses(server)
  const wrong: string[] = []
  const routes = registeredRoutes(server.app.server).filter(({ method }) => method === 'GET')
  // The routes under environments/ have the same addresses here.
  for (const [url, route] of new Map(routes.map((one) => [address(one), one]))) {
    const read = async () => {
      const headers = { authorization: `Bearer ${KEY}` }
      return (await server.app.server.inject({ method: 'GET', url, headers })).statusCode
    }
    await makeReadsWrite()
    await metadata.fill(0)
    const full = await read()
    await metadata.free()
    const free = await read()
    if (full !== free) wrong.push(`${url} answers ${full}, and ${free} with space`)
    if (free >= 400 && !PATHS_WITHOUT_SUCCESS.includes(route.path)) wrong.push(`${url} answers ${free}`)
  }
  expect(wrong).toEqual([])
})

const duties = async () => {
  const { status, body } = await server.request('GET', '/_health', undefined, null)
  expect(status).toBe(200)
  return new Map<string, { runs: number; failures: number }>(
    body.duties.map((duty: { name: string }) => [duty.name, duty]),
  )
}

test('duties go on while nothing can be written, and do their work once there is space', {
  timeout: 240_000,
}, async () => {
  // Shortly before the hourly duties.
  await server.pass(3_570)
  const { metadata: store } = server.app
  const project = await server.newProject()
  const visit = { event: 'visit', distinct_id: 'ada' }
  const capture = (events: readonly object[]) => server.capture(events, project.token)
  await capture([visit, { event: 'visit', distinct_id: 'bob' }])
  await capture([visit])
  const { body } = await server.request('GET', `/api/projects/${project.id}/persons/?distinct_id=bob`)
  const deletions = createPersonDeletionStore(store, server.app.coordination.identityCache)
  await deletions.begin(project.id, body.results[0].uuid, true)
  const account = await createUserStore(store).byId(1)
  if (account === null) throw new Error('The first start made no user')
  await createSessionStore(store).open(account, 'expiring', server.nowMs, server.nowMs + 1_000)
  const invitation = {
    projectId: project.id,
    role: 'viewer',
    createdBy: 1,
    email: 'late@example.com',
  } as const
  await createInvitationStore(store).create(
    { ...invitation, token: 'thi_late', expiresMs: server.nowMs + 1_000 },
    server.nowMs,
  )
  const events = sql`SELECT distinct_id FROM events WHERE project_id = ${bound('UInt32', project.id)} ORDER BY distinct_id`
  const left = async () => ({
    counts: (
      await store.selectFrom('event_definition').selectAll().where('project_id', '=', project.id).execute()
    ).map(({ count }) => Number(count)),
    deletions: (await deletions.pending()).length,
    sessions: (await store.selectFrom('login_session').selectAll().execute()).length,
    invitations: (
      await store.selectFrom('invitation').selectAll().where('email', '=', invitation.email).execute()
    ).length,
    events: (await server.app.engine.rows(events, { name: 'test', projectId: null })).map(
      (row) => (row as { distinct_id: string }).distinct_id,
    ),
  })
  const before = await left()
  await metadata.fill(0)
  const runs = await duties()
  await server.pass(60)
  const full = await duties()
  expect(await left()).toEqual({ ...before, events: ['ada', 'ada'] })
  await metadata.free()
  await server.pass(3_600)
  const free = await duties()
  expect(before).toMatchObject({ counts: [2], deletions: 1, invitations: 1 })
  expect(await left()).toEqual({
    counts: [3],
    deletions: 0,
    sessions: before.sessions - 1,
    invitations: 0,
    events: ['ada', 'ada'],
  })
  const names = [...runs.keys()]
  const failures = (given: typeof runs) => names.map((name) => [name, given.get(name)?.failures])
  const failed = names.filter((name) => (full.get(name)?.failures ?? 0) > (runs.get(name)?.failures ?? 0))
  expect(failed).toEqual(['deletions', 'definition_counts', 'expired_sessions', 'expired_invitations'])
  expect(names.filter((name) => full.get(name)?.runs === runs.get(name)?.runs)).toEqual([])
  expect(failures(free)).toEqual(failures(full))
})

test('a request that is repeated until there is space counts its issue and its events once, though their counts find none', async () => {
  const { metadata: store } = server.app
  const project = await server.newProject()
  const body = {
    api_key: project.token,
    batch: [{ event: 'counted', distinct_id: 'ada', uuid: randomUUID() }, { event: 'without a distinct id' }],
  }
  const statuses: number[] = []
  for (let pages = 0; statuses.at(-1) !== 200 && pages < MOST_PAGES; pages++) {
    await metadata.fill(pages)
    statuses.push((await server.request('POST', '/batch/', body, null)).status)
    await metadata.free()
  }
  const counts = async () => [
    await store
      .selectFrom('dropped_event')
      .select(['reason', 'count'])
      .where('project_id', '=', project.id)
      .execute(),
    await store
      .selectFrom('event_definition')
      .select(['name', 'count'])
      .where('project_id', '=', project.id)
      .execute(),
  ]
  expect(statuses.length).toBeGreaterThan(3)
  expect(await counts()).toEqual([[], []])
  await server.pass(10)
  expect(await counts()).toEqual([
    [{ reason: 'missing_distinct_id', count: 1 }],
    [{ name: 'counted', count: 1 }],
  ])
})
