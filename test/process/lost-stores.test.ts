import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, truncateSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, capture, countsByEvent } from '../fixtures/server-client.ts'
import { KEY, killServers, type ServerProcess } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()
const DAY = { from: '2025-03-01', to: '2025-03-01' }
const USERS = 50
const visits = (prefix: string) =>
  Array.from({ length: USERS }, (_, i) => ({
    event: 'visit',
    distinct_id: `${prefix} ${i}`,
    timestamp: '2025-03-01T12:00:00Z',
    properties: { $set: { name: `${prefix} ${i}` } },
  }))

// A killed server leaves the socket of its commands, which Node cannot copy.
const isNoSocket = (path: string) => !path.endsWith('.sock')

async function kill(server: ServerProcess): Promise<void> {
  server.kill('SIGKILL')
  await server.exited
}

let root = ''
/** A folder whose server was killed after its events. `logBytes` is the length of its log before them. */
let killed = ''
let logBytes = 0
let foreign = ''
let folder = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'throughline-lost-'))
  killed = join(root, 'killed')
  foreign = join(root, 'foreign')
  const [first, other] = await Promise.all([program.startServer(killed), program.startServer(foreign)])
  logBytes = statSync(join(killed, 'metadata.db-wal')).size
  expect(await capture(first, visits('old'))).toBe(200)
  await Promise.all([kill(first), kill(other)])
  // A start records the parts that it finds.
  await kill(await program.startServer(killed))
}, 240_000)
beforeEach(() => {
  folder = join(root, 'damaged')
  cpSync(killed, folder, { recursive: true, verbatimSymlinks: true, filter: isNoSocket })
})
afterEach(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => rm(root, { recursive: true, force: true }))

const remove = (...names: string[]) => {
  for (const name of names) rmSync(join(folder, name), { recursive: true })
}
const tableFolder = (table: string) => realpathSync(join(folder, 'events/data/default', table))
const partsOf = (table: string) => readdirSync(tableFolder(table)).filter((name) => /_\d+$/.test(name))

interface Damage {
  readonly what: string
  readonly damage: () => void
  readonly refusal: RegExp
}
const DAMAGES: readonly Damage[] = [
  {
    what: 'metadata.db',
    damage: () => remove('metadata.db', 'metadata.db-wal', 'metadata.db-shm'),
    refusal: /has stored events, but no metadata/,
  },
  {
    what: 'the whole log of the metadata',
    damage: () => remove('metadata.db-wal', 'metadata.db-shm'),
    refusal: /has stored events, but no metadata/,
  },
  {
    what: 'the end of the log of the metadata',
    damage: () => {
      truncateSync(join(folder, 'metadata.db-wal'), logBytes)
      remove('metadata.db-shm')
    },
    refusal: /is older than its events: it lacks 50 distinct ids of project 1/,
  },
  { what: 'the events', damage: () => remove('events'), refusal: /the folder events is missing or empty/ },
  {
    what: 'a part of the events',
    damage: () => {
      for (const part of partsOf('events')) rmSync(join(tableFolder('events'), part), { recursive: true })
    },
    refusal: /lacks 1 part with 50 rows: events\/202503_1_1_0/,
  },
  {
    what: 'the files of a part, and not its folder',
    damage: () => {
      for (const part of partsOf('events'))
        for (const file of readdirSync(join(tableFolder('events'), part)))
          rmSync(join(tableFolder('events'), part, file))
    },
    refusal: /lacks 1 part with 50 rows: events\/202503_1_1_0/,
  },
  {
    what: 'the folder of a table',
    damage: () => rmSync(tableFolder('persons'), { recursive: true }),
    refusal: /has lost the files of 1 table: persons/,
  },
  {
    what: 'the definition of a table',
    damage: () => remove('events/metadata/default/events.sql'),
    refusal: /lacks 1 part with 50 rows: events\/202503_1_1_0/,
  },
  {
    what: 'the marks of the event store',
    damage: () => remove('events/metadata-marks.jsonl'),
    refusal: /lacks its file metadata-marks.jsonl/,
  },
]

const TOUCHED = ['lock.db', 'metadata.db-shm']
/** Returns every file with its content, except files that may change when a folder is looked at. */
const filesIn = (path: string): string[][] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const file = join(path, entry.name)
    if (entry.isDirectory()) return filesIn(file)
    if (!entry.isFile() || TOUCHED.includes(entry.name)) return []
    return [[file, createHash('sha256').update(readFileSync(file)).digest('hex')]]
  })

test.each(DAMAGES)('a start without $what is refused and changes nothing', async ({ damage, refusal }) => {
  damage()
  rmSync(join(folder, 'pid'), { force: true })
  const before = filesIn(folder)
  const attempt = await program.attemptServer(folder)
  expect(attempt).toMatchObject({ code: 1, signal: null, stdout: '' })
  expect(attempt.stderr).toMatch(/^[^\n]+ Nothing was changed\. Put the missing files back, [^\n]+\n$/)
  expect(attempt.stderr).toMatch(refusal)
  expect(filesIn(folder)).toEqual(before)
})

test('a folder whose lost files are put back after a refusal starts with everything', async () => {
  DAMAGES[2]?.damage()
  rmSync(join(folder, 'events'), { recursive: true })
  expect(await program.attemptServer(folder)).toMatchObject({ code: 1 })
  cpSync(join(killed, 'metadata.db-wal'), join(folder, 'metadata.db-wal'))
  cpSync(join(killed, 'events'), join(folder, 'events'), { recursive: true, verbatimSymlinks: true })
  const server = await program.startServer(folder)
  expect(await countsByEvent(server, ['visit'], DAY)).toEqual([USERS])
  expect(await personsFound(server, 'old 7')).toBe(1)
})

test('the events of another installation are refused, and cannot be accepted', async () => {
  remove('events')
  cpSync(join(foreign, 'events'), join(folder, 'events'), { recursive: true, verbatimSymlinks: true })
  const attempt = await program.attemptServer(folder)
  expect(attempt).toMatchObject({ code: 1, stdout: '' })
  expect(attempt.stderr).toMatch(/belongs to installation \S+, and the folder events to installation /)
  const accepted = await program.runCommand(folder, ['accept-loss', '--yes'])
  expect(accepted).toMatchObject({ code: 1, stdout: '' })
  expect(accepted.stderr).toMatch(/belongs to installation /)
})

async function acceptLoss(lost: RegExp): Promise<void> {
  const said = await program.runCommand(folder, ['accept-loss'])
  expect(said).toMatchObject({ code: 0, stderr: '' })
  expect(said.stdout).toMatch(lost)
  expect(said.stdout).toMatch(/Nothing was changed/)
  expect(await program.attemptServer(folder)).toMatchObject({ code: 1 })
  const done = await program.runCommand(folder, ['accept-loss', '--yes'])
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toMatch(/The loss is accepted/)
}
/** Returns how many persons a search finds in the copies of persons in the event store. */
const personsFound = async (server: ServerProcess, text: string) =>
  (await api<{ results: object[] }>(server, 'GET', `/persons/?search=${encodeURIComponent(text)}`)).results
    .length
const visitors = async (server: ServerProcess) =>
  (
    await api<{ result: { data: number[] }[] }>(server, 'POST', '/insights/trend/', {
      body: { events: [{ id: 'visit', math: 'dau' }], date_from: DAY.from, date_to: DAY.to },
    })
  ).result[0]?.data

test('after an accepted loss of the log no person gets the events of another one', async () => {
  DAMAGES[2]?.damage()
  await acceptLoss(/Lost: the last changes/)
  const server = await program.startServer(folder)
  expect(await capture(server, visits('new'))).toBe(200)
  expect(await countsByEvent(server, ['visit'], DAY)).toEqual([2 * USERS])
  expect(await visitors(server)).toEqual([2 * USERS])
  await kill(server)
  await kill(await program.startServer(folder))
})

test('after an accepted loss of the metadata a new project has no old events', async () => {
  DAMAGES[0]?.damage()
  await acceptLoss(/Lost: all projects/)
  const server = await program.startServer(folder)
  expect(server.stdout).toMatch(/Default project \(id 2\)/)
  const statusOf = async (path: string) =>
    (
      await fetch(`${server.url}${path}`, {
        headers: { authorization: `Bearer ${KEY}` },
      })
    ).status
  expect(await statusOf('/api/projects/1/insights/')).toBe(404)
  expect(await statusOf('/api/projects/2/insights/')).toBe(200)
  await kill(server)
  await kill(await program.startServer(folder))
})

test('after an accepted loss of the events, persons stay and new events are counted', async () => {
  DAMAGES[3]?.damage()
  await acceptLoss(/Lost: all events/)
  const server = await program.startServer(folder)
  expect(await countsByEvent(server, ['visit'], DAY)).toEqual([0])
  expect(await capture(server, visits('old'))).toBe(200)
  expect(await visitors(server)).toEqual([USERS])
  await kill(server)
  await kill(await program.startServer(folder))
})

test('after an accepted loss of tables, persons are copied anew', async () => {
  DAMAGES[6]?.damage()
  DAMAGES[7]?.damage()
  await acceptLoss(/Lost: these rows/)
  const server = await program.startServer(folder)
  expect(await personsFound(server, 'old 7')).toBe(1)
  expect(await capture(server, visits('old'))).toBe(200)
  expect(await visitors(server)).toEqual([USERS])
})

test('parts that a deletion empties are not missed', async () => {
  const server = await program.startServer(folder)
  const ada = { event: 'visit', distinct_id: 'ada', timestamp: '2025-01-01T12:00:00Z' }
  expect(await capture(server, [{ ...ada, properties: { $set: { name: 'Ada' } } }])).toBe(200)
  await kill(server)
  // This start records the part of January, whose only event is Ada's.
  const second = await program.startServer(folder)
  const { results } = await api<{ results: { id: string }[] }>(second, 'GET', '/persons/?distinct_id=ada')
  const deletion = await fetch(`${second.url}/api/projects/1/persons/${results[0]?.id}/?delete_events=true`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${KEY}` },
  })
  expect(deletion.ok).toBe(true)
  await kill(second)
  for (let start = 0; start < 2; start++) await kill(await program.startServer(folder))
})
