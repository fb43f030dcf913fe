import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../fixtures/clickhouse/free-ports.ts'
import { type ClickHouseServer, clickHouseServer } from '../fixtures/clickhouse/server.ts'
import { HOST, type Member, replicaName, shardName } from '../fixtures/clickhouse/server-config.ts'

const GIB = 1024 ** 3
const MEMORY_BYTES = 1.5 * GIB
const SHARDS = 2
/** The library takes requests of other replicas at its second address. */
const REPLICA_HOST = '127.0.0.2'

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Two shards of real servers, with a keeper if they have replicas. */
export interface Cluster {
  readonly servers: readonly ClickHouseServer[]
  /** The replicas of one shard, counted from 1. */
  shard(number: number): readonly ClickHouseServer[]
}

/** Returns why no cluster can run on this machine, or null. */
export const whyNoCluster = (): string | null =>
  process.platform === 'linux' && process.arch === 'x64'
    ? null
    : 'npm run cluster changes the library of ClickHouse in memory, which is written for Linux x64 only.'

/** Starts all servers, with their files in `folder`. They end with this process. */
export async function startCluster(folder: string, replicas: 1 | 2): Promise<Cluster> {
  const count = SHARDS * replicas
  const ports = await freePorts(2 * count, [HOST, REPLICA_HOST])
  const keeperPort = replicas > 1 ? await startKeeper() : undefined
  const members = Array.from({ length: count }, (_, index) => ({
    shard: Math.floor(index / replicas) + 1,
    replica: (index % replicas) + 1,
    http: ports[2 * index] ?? 0,
    tcp: ports[2 * index + 1] ?? 0,
  }))
  const servers = members.map((member) => {
    const elements = keeperPort === undefined ? '' : replicaElements(member, keeperPort)
    const words = keeperPort === undefined ? [] : [`${REPLICA_HOST}:${member.http}`]
    return clickHouseServer(
      join(folder, `${shardName(member)}${replicaName(member)}`),
      { member, members, memoryBytes: MEMORY_BYTES, elements },
      { file: fileOf('change-library.ts'), words },
    )
  })
  await Promise.all(servers.map((server) => server.start()))
  return {
    servers,
    shard: (number) => servers.filter(({ config }) => config.member.shard === number),
  }
}

// All servers of the library have the same id. Without a path of its own for each, they would end one
// another's sessions.
const replicaElements = (member: Member, keeperPort: number) => `<listen_host>${REPLICA_HOST}</listen_host>
  <zookeeper>
    <node><host>${HOST}</host><port>${keeperPort}</port></node>
    <session_timeout_ms>6000</session_timeout_ms>
    <sessions_path>/clickhouse/sessions/${shardName(member)}${replicaName(member)}</sessions_path>
  </zookeeper>`

/** Starts a keeper, which ends with this process, and returns its port. */
async function startKeeper(): Promise<number> {
  const [port = 0] = await freePorts(1, [HOST])
  const words = ['--import', 'tsx', fileOf('keeper/serve-keeper.ts'), String(port)]
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  process.on('exit', () => child.kill('SIGKILL'))
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`The keeper ended with ${code}`)
  })
  await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => undefined)
  return port
}
