import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { HOST } from '../fixtures/clickhouse/server-config.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import type { Check } from './check.ts'
import { type Cluster, startCluster, whyNoCluster } from './cluster.ts'
import { questionCheck } from './questions/question-check.ts'
import { replicaChecks, replicated } from './replica-checks.ts'
import { roundsCheck } from './rounds/rounds-check.ts'
import { shardChecks } from './shard-checks.ts'

interface Options {
  readonly replicas: boolean
  readonly kills: string
  readonly questions: string
  readonly rounds: string
  readonly events: string
  readonly seed: string
}

/**
 * Starts a cluster, prints its servers, and a JSON line for each check. Exits with 1 if a check failed: an
 * answer was wrong, or an acknowledged row was lost or doubled.
 */
async function run({ replicas, kills, seed, questions, rounds, events }: Options): Promise<void> {
  const reason = whyNoCluster() ?? whyNoRounds(replicas, Number(rounds))
  if (reason !== null) {
    console.error(reason)
    process.exit(1)
  }
  const folder = mkdtempSync(join(tmpdir(), 'throughline-cluster-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  const startedAt = performance.now()
  const cluster = await startCluster(folder, replicas ? 2 : 1)
  console.log(JSON.stringify({ startedMs: Math.round(performance.now() - startedAt) }))
  printServers(cluster)
  const checks = [
    ...shardChecks(replicas ? replicated('part') : 'MergeTree'),
    ...(replicas ? replicaChecks(Number(kills), seededRandom(Number(seed))) : []),
    ...(Number(questions) > 0
      ? [questionCheck({ folder, questions: Number(questions), events: Number(events), seed: Number(seed) })]
      : []),
    ...(Number(rounds) > 0
      ? [roundsCheck({ folder, rounds: Number(rounds), random: seededRandom(Number(seed)) })]
      : []),
  ]
  let failed = 0
  for (const check of checks) if (!(await isPassed(cluster, check))) failed++
  printServers(cluster)
  console.log(JSON.stringify({ seed: Number(seed), checks: checks.length, failed }))
  process.exit(failed === 0 ? 0 : 1)
}

/** Returns why the rounds cannot be played, or null. */
const whyNoRounds = (hasReplicas: boolean, rounds: number): string | null =>
  hasReplicas && rounds > 0
    ? '--rounds needs a cluster without --replicas, because the program refuses clusters with replicas.'
    : null

async function isPassed(cluster: Cluster, { name, run: check }: Check): Promise<boolean> {
  const startedAt = performance.now()
  const outcome = await check(cluster).catch((error: Error) => ({ failed: error.message }))
  console.log(JSON.stringify({ check: name, ms: Math.round(performance.now() - startedAt), ...outcome }))
  return !('failed' in outcome)
}

function printServers({ servers }: Cluster): void {
  console.log('shard\treplica\tHTTP\tTCP\tpid\tMiB')
  for (const { config, pid } of servers) {
    const { shard, replica, http, tcp } = config.member
    const kib = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    console.log(
      [shard, replica, `${HOST}:${http}`, `${HOST}:${tcp}`, pid, Math.round(Number(kib) / 1024)].join('\t'),
    )
  }
}

await new Command('cluster')
  .description('Two shards of real ClickHouse servers, with replicas and kills. Linux x64.')
  .option('--replicas', 'two replicas of each shard, and a keeper', false)
  .option('--kills <count>', 'SIGKILLs of a replica while rows are inserted', '4')
  .option('--questions <count>', 'random questions of all kinds, compared with the embedded engine', '0')
  .option('--rounds <count>', 'kills by turn while the program captures and answers', '0')
  .option('--events <count>', 'events that the questions are about', '3000')
  .option('--seed <number>', 'seed of all choices', '1')
  .action(run)
  .parseAsync()
