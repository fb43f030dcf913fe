import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { parseConfig, unknownVariables } from '../../src/app/config.ts'
import { askServer } from '../fixtures/clickhouse/ask-server.ts'
import { freePorts } from '../fixtures/clickhouse/free-ports.ts'
import { type ClickHouseServer, clickHouseServer } from '../fixtures/clickhouse/server.ts'
import { HOST } from '../fixtures/clickhouse/server-config.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))
const textOf = (file: string) => readFileSync(join(DEPLOY, file), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

interface Service {
  readonly image: string
  readonly environment: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly depends_on?: object
  readonly stop_grace_period?: string
}
const servicesOf = (file: string): Readonly<Record<string, Service>> =>
  parse(textOf(file).replaceAll(/\$\{\w+:\?\}/g, 'secret'), { merge: true }).services
const small = servicesOf('compose-servers.yaml')
const large = servicesOf('compose-cluster.yaml')
const cluster = textOf('clickhouse/cluster.xml')
const pod = parseAllDocuments(textOf('kubernetes-servers.yaml'))
  .map((one) => one.toJS())
  .find(({ kind }) => kind === 'Deployment').spec.template.spec

const OWNER = { name: 'throughline', password: 'owner of deploy' }
const READER = { name: 'throughline_reader', password: 'reader of deploy' }
let folder = ''
let server: ClickHouseServer

// A real server reads the files, because an error in one of them would prevent its start.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-deploy-'))
  const [http = 0, tcp = 0] = await freePorts(2, [HOST])
  const member = { shard: 1, replica: 1, http, tcp }
  server = clickHouseServer(folder, {
    member,
    members: [member],
    memoryBytes: 1024 ** 3,
    files: {
      // The cluster in the file has the same name as the one that the configuration has already.
      'config.d/cluster.xml': cluster.replace('<throughline>', '<throughline replace="replace">'),
      // The library runs its first statements as `default`, which the file removes.
      'users.d/throughline.xml': textOf('clickhouse/users.xml').replace('<default remove="remove"/>', ''),
    },
    environment: {
      OWNER_PASSWORD: OWNER.password,
      READER_PASSWORD: READER.password,
      CLUSTER_SECRET: 'secret',
      SHARD: '02',
      REPLICA: 'r1',
    },
  })
  await server.start()
})
afterAll(async () => {
  await server.kill()
  await rm(folder, { recursive: true, force: true })
})

test('a server takes the shards and macros of the files', async () => {
  const shards = await askServer(
    server,
    "SELECT shard_num, replica_num, host_name, port FROM system.clusters WHERE cluster = 'throughline' ORDER BY ALL",
    {},
    OWNER,
  )
  expect(shards.split('\n')).toEqual([1, 2].map((shard) => `${shard}\t1\tclickhouse-${shard}\t9000`))
  const macros = await askServer(
    server,
    'SELECT macro, substitution FROM system.macros ORDER BY ALL',
    {},
    OWNER,
  )
  expect(macros).toBe('cluster\tthroughline\nreplica\tr1\nshard\t02')
})

test('the owner has all rights in its database, and the reader only reads there', async () => {
  const asOwner = (statement: string) => askServer(server, statement, {}, OWNER)
  await asOwner('CREATE DATABASE throughline')
  await asOwner('CREATE TABLE throughline.t (x UInt32) ENGINE = MergeTree ORDER BY x')
  await asOwner('INSERT INTO throughline.t SELECT number FROM numbers(3)')
  await asOwner('ALTER TABLE throughline.t ADD COLUMN y UInt32 DEFAULT x')
  await asOwner(
    'CREATE DICTIONARY throughline.d (x UInt64, y UInt64) PRIMARY KEY x ' +
      `SOURCE(CLICKHOUSE(DB 'throughline' TABLE 't' USER '${OWNER.name}' PASSWORD '${OWNER.password}')) ` +
      'LAYOUT(FLAT()) LIFETIME(0)',
  )
  await asOwner('SYSTEM RELOAD DICTIONARY throughline.d')
  await asOwner('CREATE TABLE throughline.r (x UInt32) ENGINE = ReplacingMergeTree ORDER BY x')
  await asOwner(
    'CREATE TABLE throughline.whole AS throughline.t ENGINE = Distributed(throughline, throughline, t)',
  )
  await asOwner("KILL QUERY WHERE query_id = 'none'")
  await asOwner("SELECT dictGet('throughline.d', 'y', 1)")
  const asReader = (statement: string) => askServer(server, statement, {}, READER)
  expect(await asReader('SELECT sum(y) FROM throughline.t SETTINGS max_threads = 1')).toBe('3')
  for (const statement of [
    'INSERT INTO throughline.t (x) SELECT 1',
    'SELECT name FROM system.users',
    "SELECT * FROM file('/etc/passwd', LineAsString)",
    "SELECT * FROM url('http://127.0.0.1/', LineAsString)",
    "SELECT * FROM s3('http://127.0.0.1/bucket/file', LineAsString)",
    `SELECT * FROM remote('${HOST}', system.one)`,
  ])
    await expect(asReader(statement), statement).rejects.toThrow('ACCESS_DENIED')
  for (const statement of [
    'CREATE DATABASE another',
    "SELECT * FROM url('http://127.0.0.1/', LineAsString)",
    `SELECT * FROM remote('${HOST}', system.one)`,
  ])
    await expect(asOwner(statement), statement).rejects.toThrow('ACCESS_DENIED')
})

const FORMS = [
  ['the small form', small],
  ['the large form', large],
] as const

test.each(FORMS)('%s has the files that it mounts, and the variables that these read', (_, services) => {
  for (const [name, { volumes = [], environment }] of Object.entries(services))
    for (const from of volumes.map((volume) => volume.split(':')[0] ?? '').filter(isFile)) {
      expect(existsSync(join(DEPLOY, from)), from).toBe(true)
      const given = new Set(Object.keys(environment))
      const missing = all(textOf(from), /from_env="(\w+)"/g).filter((variable) => !given.has(variable))
      expect(missing, `${name}, ${from}`).toEqual([])
    }
})
const isFile = (from: string) => from.startsWith('./')

test.each(FORMS)('%s waits for services that it has, and has valid settings', (_, services) => {
  for (const { depends_on = {} } of Object.values(services))
    for (const needed of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
      expect(services[needed], needed).toBeDefined()
  const { environment = {}, stop_grace_period = '' } = services.throughline ?? {}
  expect(unknownVariables(environment)).toEqual([])
  expect(new URL(environment.DATABASE_URL ?? '').hostname).toBe('postgres')
  expect(environment.CLICKHOUSE_READER_USER).toBe(READER.name)
  expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(27)
})

const hostsOf = (url = '') => all(url, /[@,]([\w-]+):8123/g)

test('the large form has each server of the cluster', () => {
  const servers = all(cluster, /<replica><host>([\w-]+)<\/host><port>9000<\/port><\/replica>/g)
  expect(Object.keys(large).toSorted()).toEqual(['throughline', 'postgres', ...servers].toSorted())
  expect(hostsOf(large.throughline?.environment.CLICKHOUSE_URL)).toEqual(servers)
  expect(large.throughline?.environment.CLICKHOUSE_CLUSTER).toBe('throughline')
  for (const name of servers) {
    const [, shard] = name.split('-')
    expect(large[name]?.environment).toMatchObject({ SHARD: `0${shard}`, REPLICA: 'r1' })
  }
})

test('the small form has one server', () => {
  expect(Object.keys(small).toSorted()).toEqual(['clickhouse', 'postgres', 'throughline'])
  expect(hostsOf(small.throughline?.environment.CLICKHOUSE_URL)).toEqual(['clickhouse'])
})

test('the pod has the image, the limits and valid settings of the other form', () => {
  const [container] = pod.containers
  const other = parseAllDocuments(textOf('kubernetes.yaml'))
    .map((one) => one.toJS())
    .find(({ kind }) => kind === 'StatefulSet').spec.template.spec
  expect(container.image).toBe(other.containers[0].image)
  expect(container.resources).toEqual(other.containers[0].resources)
  expect(container.securityContext).toEqual(other.containers[0].securityContext)
  expect(pod.terminationGracePeriodSeconds).toBe(other.terminationGracePeriodSeconds)
  const variables = Object.fromEntries(
    container.env.map(({ name, value }: { name: string; value?: string }) => [name, value]),
  )
  expect(unknownVariables(variables)).toEqual([])
  expect(() => parseConfig(variables)).not.toThrow()
})
