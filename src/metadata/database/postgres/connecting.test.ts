import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeMetadata } from '#metadata/database/open-metadata.ts'
import {
  holdNode,
  openServerMetadata,
  openServerMetadataBeside,
  waitForServer,
} from '#metadata/database/open-server-metadata.ts'
import { NewerVersionError } from '#shared/newer-version-error.ts'
import { createManualTimer } from '../../../../test/fixtures/manual-timer.ts'
import { NO_WAITING, newDatabase, type TestDatabase } from '../../../../test/fixtures/new-database.ts'
import { runOnPostgres } from '../../../../test/fixtures/run-on-postgres.ts'
import { faultOf } from './require-server.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await newDatabase('empty')
})
afterEach(() => database.drop())

const changed = (change: (url: URL) => unknown) => {
  const url = new URL(database.url)
  change(url)
  return url.href
}
const refusal = (url: string) =>
  waitForServer(url, NO_WAITING)
    .then(() => openServerMetadata(url))
    .then(
      () => 'opened',
      (error: Error) => `${error.constructor.name} ${error.message}`,
    )

test.each([
  [
    'a wrong password',
    (url: URL) => Object.assign(url, { password: 'wrong' }),
    'does not accept the password',
  ],
  [
    'a database that is missing',
    (url: URL) => Object.assign(url, { pathname: '/nowhere' }),
    'database "nowhere" does not exist',
  ],
  [
    'TLS that the server lacks',
    (url: URL) => url.searchParams.set('sslmode', 'require'),
    'does not support SSL',
  ],
])('%s is refused at once, with a sentence that keeps the password', async (_name, change, part) => {
  const said = await refusal(changed(change))
  expect(said).toMatch(/^MetadataServerError DATABASE_URL: PostgreSQL at 127.0.0.1:\d+ /)
  expect(said).toContain(part)
  expect(said).not.toContain('postgres:postgres')
})

test('a user without the right to create tables is told which right', async () => {
  await database.administer("CREATE ROLE poor LOGIN PASSWORD 'poor'")
  try {
    const url = changed((one) => {
      one.username = 'poor'
      one.password = 'poor'
    })
    expect(await refusal(url)).toContain('GRANT USAGE, CREATE ON SCHEMA public TO poor')
  } finally {
    await database.administer('DROP ROLE poor')
  }
})

const FACTS = {
  version: 14,
  encoding: 'UTF8',
  database: 'd',
  user_name: 'u',
  schema: 'public',
  may_create: true,
  tables_schema: null,
  is_standby: false,
}
test.each([
  [{}, null],
  [{ version: 18 }, null],
  [{ version: 13 }, 'has version 13. Throughline needs 14 to 18.'],
  [{ version: 19 }, 'has version 19. Throughline needs 14 to 18.'],
  [{ is_standby: true }, 'is a standby'],
  [{ encoding: 'SQL_ASCII' }, "CREATE DATABASE throughline ENCODING 'UTF8'"],
  [{ schema: null, may_create: null }, 'CREATE SCHEMA u AUTHORIZATION u'],
  [{ may_create: false }, 'GRANT USAGE, CREATE ON SCHEMA public TO u'],
  [{ tables_schema: 'public' }, null],
  [{ tables_schema: 'public', schema: 'u' }, 'ALTER ROLE u IN DATABASE d SET search_path = public'],
])('a server with %o', (facts, part) => {
  const fault = faultOf({ ...FACTS, ...facts }, 'The server')
  if (part === null) expect(fault).toBeNull()
  else expect(fault).toContain(part)
})

/** Returns a port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('a server that does not answer is waited for, with one line, for a minute', async () => {
  const port = await closedPort()
  const said: string[] = []
  let nowMs = 0
  const opening = waitForServer(
    changed((url) => Object.assign(url, { port })),
    {
      clock: () => nowMs,
      pause: async (ms) => {
        nowMs += ms
      },
      warn: (sentence) => void said.push(sentence),
    },
  )
  await expect(opening).rejects.toThrow(
    `DATABASE_URL: PostgreSQL at 127.0.0.1:${port} did not answer for 60 seconds (ECONNREFUSED).`,
  )
  expect(said).toEqual([
    `PostgreSQL at 127.0.0.1:${port} does not answer (ECONNREFUSED). Waiting for 60 seconds.`,
  ])
  expect(nowMs).toBe(60_000)
})

test('tables of a newer version are refused, and a second process changes none', async () => {
  await expect(openServerMetadataBeside(database.url, NO_WAITING)).rejects.toThrow('another version')
  await closeMetadata(
    await openServerMetadata(database.url, { migrations: { '0001-later': { up: async () => undefined } } }),
  )
  await expect(openServerMetadata(database.url)).rejects.toThrow(NewerVersionError)
})

test('tables in another schema of the database are left alone', async () => {
  await runOnPostgres(database.url, 'CREATE SCHEMA other')
  const other = changed((url) => url.searchParams.set('options', '-c search_path=other'))
  const later = { '0001-later': { up: async () => undefined } }
  await closeMetadata(await openServerMetadata(other, { migrations: later }))
  const opened = await openServerMetadata(database.url)
  expect(await opened.selectFrom('organization').select('id').execute()).toHaveLength(1)
  await closeMetadata(opened)
  await expect(openServerMetadata(other)).rejects.toThrow(NewerVersionError)
})

test('a schema that was made later does not hide the tables', async () => {
  await closeMetadata(await openServerMetadata(database.url))
  await runOnPostgres(database.url, 'CREATE SCHEMA later')
  const later = changed((url) => url.searchParams.set('options', '-c search_path=later,public'))
  expect(await refusal(later)).toContain('are in the schema public of the database')
})

test('processes that start at the same time migrate once', async () => {
  const opened = await Promise.all([1, 2, 3].map(() => openServerMetadata(database.url)))
  const counts = await opened[0]?.selectFrom('organization').select('id').execute()
  expect(counts).toHaveLength(1)
  await Promise.all(opened.map(closeMetadata))
})

test('one node holds a database, and its successor takes over', async () => {
  const { timer, pass } = createManualTimer()
  const first = await holdNode(database.url, timer)
  await expect(holdNode(database.url, timer)).rejects.toThrow(
    /in use by another running Throughline, from 127.0.0.1 since 20\d\d-/,
  )
  await pass(60_000)
  await first.release()
  const second = await holdNode(database.url, timer)
  await database.administer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database.name}'`,
  )
  expect(await second.lost).toBeInstanceOf(Error)
  await second.release()
  await (await holdNode(database.url, timer)).release()
})
