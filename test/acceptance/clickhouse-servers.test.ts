import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askServer } from '../fixtures/clickhouse/ask-server.ts'
import { type ClickHouseServer, clickHouseServer } from '../fixtures/clickhouse/server.ts'
import { HOST, OWNER, READER } from '../fixtures/clickhouse/server-config.ts'
import { type TestDatabase, useDatabase } from '../fixtures/clickhouse/use-servers.ts'

const one = useDatabase(1)
const two = useDatabase(2)

const firstOf = ({ servers }: TestDatabase): ClickHouseServer => {
  const [server] = servers
  if (server === undefined) throw new Error('A database is on a server')
  return server
}
const ask = (statement: string, user = OWNER) => askServer(firstOf(one()), statement, {}, user)

test('one server is the version of the embedded engine', async () => {
  expect(await ask('SELECT version()')).toBe('26.7.2.1')
  const { config } = firstOf(one())
  expect(one().url).toBe(`http://owner:owner-password@${HOST}:${config.member.http}/${one().name}`)
  expect(one().cluster).toBeUndefined()
})

test('a user needs a password, and the reader reads tables only', async () => {
  const { name } = one()
  await ask(`CREATE TABLE ${name}.read (x UInt32) ENGINE = MergeTree ORDER BY x`)
  await ask(`INSERT INTO ${name}.read SELECT number FROM numbers(3)`)
  await expect(ask('SELECT 1', { ...OWNER, password: 'wrong' })).rejects.toThrow('AUTHENTICATION_FAILED')
  expect(await ask(`SELECT count() FROM ${name}.read SETTINGS max_threads = 1`, READER)).toBe('3')
  const { tcp } = firstOf(one()).config.member
  for (const [statement, error] of [
    [`INSERT INTO ${name}.read SELECT 1`, 'ACCESS_DENIED'],
    [`SELECT * FROM ${name}.read SETTINGS readonly = 0`, 'READONLY'],
    [`SELECT * FROM remote('${HOST}:${tcp}', ${name}.read)`, 'ACCESS_DENIED'],
    ["SELECT * FROM file('/etc/passwd', LineAsString)", 'ACCESS_DENIED'],
    ["SELECT * FROM url('http://127.0.0.1/', LineAsString)", 'ACCESS_DENIED'],
  ] as const)
    await expect(ask(statement, READER), statement).rejects.toThrow(error)
  // The library itself runs its first statements as this user, who has no password.
  const nobody = { name: 'default', password: '' }
  await expect(ask(`SELECT * FROM ${name}.read`, nobody)).rejects.toThrow('ACCESS_DENIED')
})

test('a server that is killed comes back on the same ports with its rows', async () => {
  const { name } = one()
  const server = firstOf(one())
  const { pid } = server
  await ask(`CREATE TABLE ${name}.kept (x UInt32) ENGINE = MergeTree ORDER BY x`)
  await ask(`INSERT INTO ${name}.kept SELECT number FROM numbers(1000)`)
  await server.kill()
  expect(server.pid).toBeUndefined()
  await expect(ask('SELECT 1')).rejects.toThrow('fetch failed')
  await server.start()
  expect(server.pid).not.toBe(pid)
  expect(await ask(`SELECT count(), sum(x) FROM ${name}.kept`)).toBe('1000\t499500')
})

test('a server that cannot start says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-clickhouse-'))
  // The second server gets the ports of a server that is running.
  const second = clickHouseServer(folder, firstOf(one()).config)
  await expect(second.start()).rejects.toThrow(/The ClickHouse server ended.*Address already in use/s)
  expect(second.pid).toBeUndefined()
  await rm(folder, { recursive: true })
})

test('two shards answer as one table through Distributed, to both users', async () => {
  const { name, cluster, onEach, servers } = two()
  await onEach(`CREATE TABLE ${name}.part (x UInt32) ENGINE = MergeTree ORDER BY x`)
  await onEach(
    `CREATE TABLE ${name}.whole AS ${name}.part ENGINE = Distributed(${cluster}, ${name}, part, cityHash64(x))`,
  )
  await askServer(firstOf(two()), `INSERT INTO ${name}.whole SELECT number FROM numbers(1000)`, {
    distributed_foreground_insert: 1,
  })
  const parts = await onEach(`SELECT count() FROM ${name}.part`)
  expect(parts.map(Number).reduce((sum, count) => sum + count)).toBe(1_000)
  expect(parts).not.toContain('0')
  for (const user of [OWNER, READER])
    for (const server of servers)
      expect(await askServer(server, `SELECT count(), sum(x) FROM ${name}.whole`, {}, user)).toBe(
        '1000\t499500',
      )
  expect(await onEach("SELECT getMacro('shard')")).toEqual(['01', '02'])
  const hosts = servers.map(({ config }) => `${HOST}:${config.member.http}`).join(',')
  expect(two().readerUrl).toBe(`http://reader:reader-password@${hosts}/${name}`)
})

test('a question that needs a shard which is gone fails, and works once it is back', async () => {
  const { name, cluster, servers, onEach } = two()
  const [first, second] = servers as [ClickHouseServer, ClickHouseServer]
  await onEach(`CREATE TABLE ${name}.half (x UInt32) ENGINE = MergeTree ORDER BY x`)
  await onEach(`INSERT INTO ${name}.half SELECT 1`)
  const question = `SELECT count() FROM cluster(${cluster}, ${name}.half)`
  expect(await askServer(first, question)).toBe('2')
  await second.kill()
  await expect(askServer(first, question)).rejects.toThrow('ALL_CONNECTION_TRIES_FAILED')
  await second.start()
  expect(await askServer(first, question)).toBe('2')
})
