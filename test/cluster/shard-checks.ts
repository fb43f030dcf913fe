import { askServer } from '../fixtures/clickhouse/ask-server.ts'
import { CLUSTER } from '../fixtures/clickhouse/server-config.ts'
import { askEach, type Check, errorOf, expectSame } from './check.ts'
import type { Cluster } from './cluster.ts'

const ROWS = 100_000
const SUM = (ROWS * (ROWS - 1)) / 2
const DISTRIBUTED = `SELECT count(), sum(x) FROM checks.whole`

/** Checks of two shards, whether or not they have replicas. `engine` is the one of the local tables. */
export const shardChecks = (engine: string): readonly Check[] => [
  {
    name: 'rows are divided among the shards, and every server sees all of them',
    async run(cluster) {
      await askEach(cluster, 'CREATE DATABASE checks')
      await askEach(cluster, `CREATE TABLE checks.part (x UInt64) ENGINE = ${engine} ORDER BY x`)
      await askEach(
        cluster,
        `CREATE TABLE checks.whole AS checks.part ENGINE = Distributed(${CLUSTER}, checks, part, cityHash64(x))`,
      )
      await askServer(firstOf(cluster, 1), `INSERT INTO checks.whole SELECT number FROM numbers(${ROWS})`, {
        distributed_foreground_insert: 1,
        insert_quorum: 'auto',
      })
      expectSame('distributed', new Set(await askEach(cluster, DISTRIBUTED)).size, 1)
      expectSame('distributed', (await askEach(cluster, DISTRIBUTED))[0], `${ROWS}\t${SUM}`)
      const rows = await askEach(cluster, 'SELECT count() FROM checks.part')
      return { rowsOfServers: rows.map(Number) }
    },
  },
  {
    name: 'a distributed question that is killed ends on all servers, and none of them ends',
    async run(cluster) {
      const pids = cluster.servers.map(({ pid }) => pid)
      const first = firstOf(cluster, 1)
      const forever = `SELECT count() FROM cluster(${CLUSTER}, system.numbers)`
      const settings = { query_id: 'checks-killed' }
      const error = errorOf(askServer(first, forever, settings))
      await until(async () => (await runningParts(cluster)) > 1)
      await askServer(first, "KILL QUERY WHERE query_id = 'checks-killed'")
      const text = await error
      if (!text.includes('QUERY_WAS_CANCELLED')) throw new Error(text)
      await until(async () => (await runningParts(cluster)) === 0)
      expectSame(
        'processes',
        cluster.servers.map(({ pid }) => pid),
        pids,
      )
      return { parts: 'ended' }
    },
  },
  {
    name: 'a question fails while a shard is gone, and is right once it is back',
    async run(cluster) {
      const first = firstOf(cluster, 1)
      const others = cluster.shard(2)
      for (const server of others) await server.kill()
      const text = await errorOf(askServer(first, DISTRIBUTED))
      if (!text.includes('ALL_CONNECTION_TRIES_FAILED')) throw new Error(text)
      const startedAt = performance.now()
      for (const server of others) await server.start()
      expectSame('distributed', await askServer(first, DISTRIBUTED), `${ROWS}\t${SUM}`)
      return { backMs: Math.round(performance.now() - startedAt) }
    },
  },
]

/** Returns the number of servers that work on the question that is killed. */
async function runningParts(cluster: Cluster): Promise<number> {
  const counts = await askEach(
    cluster,
    "SELECT count() FROM system.processes WHERE initial_query_id = 'checks-killed'",
  )
  return counts.filter((count) => count !== '0').length
}

/** Asks until the answer is yes. Each time takes as long as the servers need to answer. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 30_000
  while (!(await isDone())) if (performance.now() > endMs) throw new Error('Not within 30 seconds')
}

export function firstOf(cluster: Cluster, shard: number) {
  const [server] = cluster.shard(shard)
  if (server === undefined) throw new Error(`The cluster has no shard ${shard}`)
  return server
}
