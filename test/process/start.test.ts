import { chmod, lstat, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { VERSION } from '../../src/shared/version.ts'
import { capture, countsByEvent } from '../fixtures/server-client.ts'
import { attemptServer, killServers } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()

let folder = ''
let otherFolder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-start-'))
  otherFolder = await mkdtemp(join(tmpdir(), 'throughline-start-'))
})
afterEach(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
  await rm(otherFolder, { recursive: true, force: true })
})

test('a started server is healthy', async () => {
  const server = await program.startServer(folder)
  const response = await fetch(`${server.url}/_health`)
  expect(response.status).toBe(200)
  const { duties, ...health } = (await response.json()) as { duties: readonly object[] }
  expect(health).toEqual({
    status: 'ok',
    version: VERSION,
    disk: {
      level: 'ample',
      free_bytes: expect.any(Number),
      reserved_bytes: 128 * 1024 * 1024,
      repairs: 0,
      unreadable_parts: 0,
    },
    queries: { running: 0, waiting: 0 },
  })
  const atStart = { runs: 1, failures: 0, last_run: expect.stringMatching(/Z$/) }
  expect(duties).toEqual(
    expect.arrayContaining([
      { name: 'mirror', ...atStart },
      { name: 'deletions', ...atStart },
      { name: 'expired_sessions', runs: 0, failures: 0, last_run: null },
    ]),
  )
  expect(server.stderr).toBe('')
})

test('a second process on the same folder is refused and the first keeps working', async () => {
  const first = await program.startServer(folder)
  const second = await program.attemptServer(folder)
  expect(second).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: `The data folder ${folder} is in use by the running Throughline process ${first.pid}.\n`,
  })

  const event = { event: 'hello', distinct_id: 'ada', timestamp: '2025-03-01T12:00:00Z' }
  expect(await capture(first, [event])).toBe(200)
  expect(await countsByEvent(first, ['hello'], { from: '2025-03-01', to: '2025-03-01' })).toEqual([1])
})

test('a folder is free again as soon as its process is killed', async () => {
  const first = await program.startServer(folder)
  first.kill('SIGKILL')
  await first.exited
  const second = await program.startServer(folder)
  expect((await fetch(`${second.url}/_health`)).status).toBe(200)
})

test('a setting that does not exist is reported and does not stop the start', async () => {
  const server = await program.startServer(folder, { THROUGHLINE_FOO: '1' })
  expect(server.stderr).toBe(
    'Unknown setting THROUGHLINE_FOO: it has no effect. docs/settings.md lists every setting.\n',
  )
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['THROUGHLINE_QUERY_SECONDS', '0'],
  ['THROUGHLINE_INIT_PROJECT_TOKEN', 'secret'],
])('%s=%s is refused in one sentence', async (name, value) => {
  const attempt = await program.attemptServer(folder, { variables: { [name]: value } })
  expect(attempt).toMatchObject({ code: 1, signal: null, stdout: '' })
  expect(attempt.stderr).toMatch(new RegExp(`^${name}: [^\n]+\n$`))
})

test('too few open files are refused in one sentence', async () => {
  const attempt = await attemptServer(folder, { openFiles: 128 })
  expect(attempt).toMatchObject({ code: 1, signal: null, stdout: '' })
  expect(attempt.stderr).toMatch(
    /^Throughline needs 1024 open files, and this process may have 128: [^\n]+\n$/,
  )
})

test('a port in use is refused in one sentence', async () => {
  const first = await program.startServer(folder)
  const { port } = new URL(first.url)
  const second = await program.attemptServer(otherFolder, { variables: { PORT: port } })
  // A first start that fails leaves no key that nobody could use.
  expect(second).toMatchObject({ code: 1, signal: null, stdout: '' })
  expect(second.stderr).toMatch(new RegExp(`^[^\n]*${port}[^\n]*\n$`))
  expect(await readdir(otherFolder)).toEqual([])
})

test('a data folder that is a file is refused in one sentence', async () => {
  const file = join(otherFolder, 'file')
  await writeFile(file, '')
  const attempt = await program.attemptServer(file)
  expect(attempt).toMatchObject({ code: 1, signal: null, stdout: '' })
  expect(attempt.stderr).toMatch(
    new RegExp(`^The data folder ${file} cannot be used, [^\n]+ is a file: [^\n]+\n$`),
  )
})

async function lstatOf(path: string) {
  const found = await lstat(path)
  return { mode: found.mode, isLink: found.isSymbolicLink() }
}

test('all files are for this user alone, and a folder that is not is reported', async () => {
  await chmod(folder, 0o755)
  const server = await program.startServer(folder)
  expect(await capture(server, [{ event: 'visited', distinct_id: 'ada' }])).toBe(200)
  expect(server.stderr).toBe(
    `Other users of this machine can reach the data folder ${folder} (mode 755): run chmod 700 ${folder}\n`,
  )
  const files = await readdir(folder, { recursive: true })
  const found = await Promise.all(
    files.map(async (file) => ({ file, ...(await lstatOf(join(folder, file))) })),
  )
  expect(found.filter(({ mode, isLink }) => !isLink && (mode & 0o077) !== 0)).toEqual([])
})

test.each([
  [
    'CLICKHOUSE_URL',
    'tcp://127.0.0.1',
    'CLICKHOUSE_URL: Expected http(s)://user:password@host:port,host:port/database.',
  ],
  [
    'DATABASE_URL',
    'mysql://127.0.0.1/db',
    'DATABASE_URL: Expected postgres://user:password@host:5432/database.',
  ],
])('%s must be an address of its store', async (name, value, sentence) => {
  const attempt = await program.attemptServer(folder, { variables: { [name]: value } })
  expect(attempt).toMatchObject({ code: 1, signal: null, stdout: '', stderr: `${sentence}\n` })
})

test('a started server does not read its standard input', async () => {
  // In this test standard input is a pipe that stays open without data, on which the engine would wait.
  const server = await program.startServer(folder)
  expect(await readlink(`/proc/${server.pid}/fd/0`)).toBe('/dev/null')
  expect(await capture(server, [{ event: 'visited', distinct_id: 'ada' }])).toBe(200)
})
