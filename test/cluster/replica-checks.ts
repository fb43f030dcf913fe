import { askServer } from '../fixtures/clickhouse/ask-server.ts'
import type { ClickHouseServer } from '../fixtures/clickhouse/server.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { pause } from '../siege/pause.ts'
import { askEach, type Check, errorOf, expectSame } from './check.ts'
import type { Cluster } from './cluster.ts'

/** The engine of tables with replicas. */
export const replicated = (table: string): string =>
  `ReplicatedMergeTree('/clickhouse/tables/{shard}/checks/${table}', '{replica}')`

const ROWS_OF_BATCH = 1_000
const WRITERS = 2
/** Batches that are acknowledged between two kills. */
const BATCHES = 40
const PAUSE_MS = 50
/** Both replicas must have the rows, and a repeated batch is stored once. */
const quorum = (token: string) => ({
  insert_quorum: 'auto',
  insert_quorum_timeout: 3_000,
  insert_deduplication_token: token,
  max_execution_time: 8,
})

/** Checks of replicas. A majority of two is both. */
export const replicaChecks = (kills: number, random: SeededRandom): readonly Check[] => [
  {
    name: 'changes of one replica are on the other',
    async run(cluster) {
      await askEach(cluster, `CREATE TABLE checks.copy (x UInt64) ENGINE = ${replicated('copy')} ORDER BY x`)
      const [one, other] = replicasOf(cluster)
      await askServer(one, 'INSERT INTO checks.copy SELECT number FROM numbers(1000)', quorum('first'))
      await askServer(other, 'INSERT INTO checks.copy SELECT number FROM numbers(1000)', quorum('first'))
      expectSame('rows', await askServer(other, 'SELECT count() FROM checks.copy'), '1000')
      const sync = { alter_sync: 2, mutations_sync: 2, lightweight_deletes_sync: 2 }
      await askServer(one, 'ALTER TABLE checks.copy ADD COLUMN y String DEFAULT toString(x)', sync)
      await askServer(one, 'ALTER TABLE checks.copy DELETE WHERE x < 10', sync)
      await askServer(other, 'DELETE FROM checks.copy WHERE x < 20', sync)
      for (const server of [one, other])
        expectSame('rows', await askServer(server, 'SELECT count(), min(y) FROM checks.copy'), '980\t100')
      return {}
    },
  },
  {
    name: 'without its majority an insert is refused, and repeated later it is stored once',
    async run(cluster) {
      const [one, other] = replicasOf(cluster)
      await other.kill()
      const insert = () =>
        askServer(
          one,
          'INSERT INTO checks.copy SELECT number, toString(number) FROM numbers(7)',
          quorum('seventh'),
        )
      const error = await errorOf(insert())
      expectSame('question', await askServer(one, 'SELECT count() > 900 FROM checks.copy'), '1')
      await other.start()
      const repeats = await repeatUntilDone(() => insert())
      for (const server of [one, other]) {
        await askServer(server, 'SYSTEM SYNC REPLICA checks.copy', { receive_timeout: 30 })
        expectSame('rows', await askServer(server, 'SELECT count() FROM checks.copy'), '987')
      }
      return { error: codeOf(error), repeats: repeats.length }
    },
  },
  {
    name: 'no acknowledged batch is lost or doubled when replicas are killed',
    run: (cluster) => killReplicas(cluster, kills, random),
  },
]

const replicasOf = (cluster: Cluster) => cluster.shard(1) as [ClickHouseServer, ClickHouseServer]
const codeOf = (text: string) => /\(([A-Z_]+)\)/.exec(text)?.[1] ?? text.slice(0, 40)

/** Repeats until it is done, and returns the errors before. */
async function repeatUntilDone(task: (repeats: number) => Promise<unknown>): Promise<string[]> {
  const errors: string[] = []
  for (;;)
    try {
      await task(errors.length)
      return errors
    } catch (error) {
      errors.push(codeOf(error instanceof Error ? error.message : String(error)))
      await pause(PAUSE_MS, new AbortController().signal)
    }
}

/** Inserts batches on both replicas, of which one after the other is killed. */
async function killReplicas(cluster: Cluster, kills: number, random: SeededRandom): Promise<object> {
  const columns = '(batch UInt32, x UInt32)'
  await askEach(
    cluster,
    `CREATE TABLE checks.batches ${columns} ENGINE = ${replicated('batches')} ORDER BY batch`,
  )
  const replicas = replicasOf(cluster)
  const errors: Record<string, number> = {}
  let acknowledged = 0
  let isOver = false
  async function write(writer: number): Promise<void> {
    for (let batch = writer; !isOver; batch += WRITERS) {
      const insert = `INSERT INTO checks.batches SELECT ${batch}, number FROM numbers(${ROWS_OF_BATCH})`
      const failures = await repeatUntilDone(() =>
        askServer(random.pick(replicas), insert, quorum(`batch ${batch}`)),
      )
      for (const code of failures) errors[code] = (errors[code] ?? 0) + 1
      acknowledged++
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
  for (let kill = 0; kill < kills; kill++) {
    const goal = acknowledged + random.between(1, BATCHES)
    while (acknowledged < goal) await pause(PAUSE_MS, new AbortController().signal)
    const killed = random.pick(replicas)
    await killed.kill()
    await killed.start()
  }
  isOver = true
  await Promise.all(writers)
  for (const server of replicas) {
    await askServer(server, 'SYSTEM SYNC REPLICA checks.batches', { receive_timeout: 60 })
    const counted = `SELECT count() AS rows, uniqExact(x) AS distinct FROM checks.batches GROUP BY batch`
    const found = await askServer(
      server,
      `SELECT count(), countIf(rows = ${ROWS_OF_BATCH} AND distinct = rows) FROM (${counted})`,
    )
    expectSame('batches, and those that are there exactly once', found, `${acknowledged}\t${acknowledged}`)
  }
  return { kills, acknowledged, errors }
}
