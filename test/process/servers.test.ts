import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useNewServers } from '../fixtures/new-servers.ts'
import { runOnPostgres } from '../fixtures/run-on-postgres.ts'
import { capture, countsByEvent } from '../fixtures/server-client.ts'
import { KEY, killServers, type ServerProcess } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()
const { postgres, clickHouse: events, newMetadata, newEvents } = useNewServers(1)
let folder = ''
let otherFolder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-servers-'))
  otherFolder = await mkdtemp(join(tmpdir(), 'throughline-servers-'))
})
afterEach(async () => {
  await killServers()
  for (const one of [folder, otherFolder]) await rm(one, { recursive: true, force: true })
})

const VISITS = [
  { event: 'visited', distinct_id: 'ada' },
  { event: 'visited', distinct_id: 'bob' },
]

const visitsOf = (server: ServerProcess) => countsByEvent(server, ['visited'], { from: '-1d' })

async function stop(server: { kill(signal: 'SIGTERM'): void; exited: Promise<unknown> }): Promise<void> {
  server.kill('SIGTERM')
  await server.exited
}

test('both stores on servers: nothing is in the folder, and a restart finds everything', async () => {
  const variables = { DATABASE_URL: await newMetadata(), CLICKHOUSE_URL: await newEvents() }
  const first = await program.startServer(folder, variables)
  expect(await capture(first, VISITS)).toBe(200)
  expect(await visitsOf(first)).toEqual([2])
  await stop(first)
  expect(first.stderr).toBe('')
  expect(await readdir(folder)).toEqual([])
  const second = await program.startServer(otherFolder, variables)
  expect(await capture(second, VISITS.slice(0, 1))).toBe(200)
  expect(await visitsOf(second)).toEqual([3])
  const health = (await (await fetch(`${second.url}/_health`)).json()) as object
  expect(health).toMatchObject({ status: 'ok', disk: null })
  expect((await fetch(`${second.url}/_ready`)).status).toBe(200)
})

test('a second process on the same database is refused, and commands work beside the first', async () => {
  const variables = { DATABASE_URL: await newMetadata(), CLICKHOUSE_URL: await newEvents() }
  const server = await program.startServer(folder, variables)
  expect(await capture(server, VISITS)).toBe(200)
  const second = await program.attemptServer(otherFolder, { variables })
  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toMatch(
    /^DATABASE_URL: the database of \S+ is in use by another running Throughline, /,
  )
  const keys = await program.runCommand(folder, ['keys', 'list'], { variables })
  expect(keys).toMatchObject({ code: 0, stderr: '' })
  expect(keys.stdout).toContain('First start')
  const storage = await program.runCommand(folder, ['storage'], { variables })
  expect(storage).toMatchObject({ code: 0, stderr: '' })
  expect(storage.stdout).toContain('Metadata: a PostgreSQL database')
  const loss = await program.runCommand(folder, ['accept-loss'], { variables })
  expect(loss.code).toBe(1)
  expect(loss.stderr).toMatch(
    /^accept-loss works on a data folder that has both stores, and this installation uses PostgreSQL at /,
  )
})

test.each(['DATABASE_URL', 'CLICKHOUSE_URL'])('only %s', async (name) => {
  const variables = { [name]: name === 'DATABASE_URL' ? await newMetadata() : await newEvents() }
  const first = await program.startServer(folder, variables)
  expect(await capture(first, VISITS)).toBe(200)
  first.kill('SIGKILL')
  await first.exited
  const second = await program.startServer(folder, variables)
  expect(await visitsOf(second)).toEqual([2])
  await stop(second)
  expect(await readdir(folder)).toContain(name === 'DATABASE_URL' ? 'events' : 'metadata.db')
  expect(await readdir(folder)).not.toContain(name === 'DATABASE_URL' ? 'metadata.db' : 'events')
})

test('stores that do not belong together are refused, and nothing is lost', async () => {
  const metadata = await newMetadata()
  const stored = await newEvents()
  const server = await program.startServer(folder, { DATABASE_URL: metadata, CLICKHOUSE_URL: stored })
  expect(await capture(server, VISITS)).toBe(200)
  await stop(server)
  const refusal = async (variables: Readonly<Record<string, string>>, inFolder = folder) => {
    const { code, stderr } = await program.attemptServer(inFolder, { variables })
    return [code, stderr]
  }
  expect(await refusal({ DATABASE_URL: await newMetadata(), CLICKHOUSE_URL: stored })).toEqual([
    1,
    expect.stringMatching(
      / belongs to installation \S+, and ClickHouse at \S+ \(database \w+\) to installation /,
    ),
  ])
  expect(await refusal({ DATABASE_URL: metadata, CLICKHOUSE_URL: await newEvents() })).toEqual([
    1,
    expect.stringMatching(
      / has metadata of stored events, but ClickHouse at \S+ \(database \w+\) has no event store\./,
    ),
  ])
  expect(await refusal({ DATABASE_URL: metadata }, otherFolder)).toEqual([
    1,
    expect.stringMatching(
      /^The events of this installation are on ClickHouse servers, and the settings name the folder \S+: set CLICKHOUSE_URL\./,
    ),
  ])
  // The metadata of an earlier time would give the numbers of ada and bob to others.
  await runOnPostgres(metadata, 'UPDATE project SET next_person = 2')
  expect(await refusal({ DATABASE_URL: metadata, CLICKHOUSE_URL: stored })).toEqual([
    1,
    expect.stringMatching(/PostgreSQL at \S+ .*is older than ClickHouse at \S+ .*: it lacks 1 /),
  ])
  await runOnPostgres(metadata, 'UPDATE project SET next_person = 3')
  const again = await program.startServer(folder, { DATABASE_URL: metadata, CLICKHOUSE_URL: stored })
  expect(await visitsOf(again)).toEqual([2])
  await stop(again)
  // A clock that was ahead leaves an instant in the future, before which everything was stored.
  await runOnPostgres(metadata, 'UPDATE installation SET events_compared_s = events_compared_s + 86400')
  await runOnPostgres(metadata, 'UPDATE project SET next_person = 2')
  expect(await refusal({ DATABASE_URL: metadata, CLICKHOUSE_URL: stored })).toEqual([
    1,
    expect.stringContaining('it lacks 1 '),
  ])
})

test('a server that is gone is a 503 with Retry-After, and all recovers without a restart', async () => {
  const [clickHouse] = events().servers
  if (clickHouse === undefined) throw new Error('The server starts in beforeAll')
  const variables = { DATABASE_URL: await newMetadata(), CLICKHOUSE_URL: await newEvents() }
  const server = await program.startServer(folder, variables)
  expect(await capture(server, VISITS)).toBe(200)
  const read = async (path: string) => {
    const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${KEY}` } })
    await response.text()
    return [response.status, response.headers.get('retry-after') !== null]
  }
  const recovered = async () => {
    while ((await capture(server, VISITS)) !== 200) await setImmediate()
  }

  await clickHouse.kill()
  expect(await capture(server, VISITS)).toBe(503)
  expect(await read(`/api/projects/1/events/?event=visited`)).toEqual([503, true])
  expect(await read('/api/projects/1/insights/')).toEqual([200, false])
  expect(await read('/_health')).toEqual([503, true])
  await clickHouse.start()
  await recovered()
  expect(await visitsOf(server)).toEqual([4])

  await postgres().stop()
  expect(await capture(server, VISITS)).toBe(503)
  expect(await read('/api/projects/1/insights/')).toEqual([503, true])
  expect(await read('/_health')).toEqual([503, true])
  await postgres().start()
  await recovered()
  expect(await visitsOf(server)).toEqual([6])
  expect(await read('/_ready')).toEqual([200, false])
})
