import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { BUNDLE_VARIABLES, bundleProgram } from '../fixtures/bundled-program.ts'
import { askServer } from '../fixtures/clickhouse/ask-server.ts'
import { freePorts } from '../fixtures/clickhouse/free-ports.ts'
import { clickHouseServer, urlOf } from '../fixtures/clickhouse/server.ts'
import { CLUSTER, HOST, OWNER } from '../fixtures/clickhouse/server-config.ts'
import { captureStory, deleteSome, insightAnswers, saveInsights } from '../fixtures/moving-story.ts'
import { startPostgres } from '../fixtures/postgres-server.ts'
import { runOnPostgres } from '../fixtures/run-on-postgres.ts'
import {
  killCommandAt,
  killServers,
  runCommand,
  type ServerProcess,
  startServer,
} from '../fixtures/server-process.ts'

/*
 * Moves an installation to servers and back into a folder, with five interruptions, and compares the answers
 * of 50 insights: `npm run migrations -- --events 300000`. Events are captured while the copies run.
 */

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '3000000' },
    shards: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write('npm run migrations [-- --events NUMBER --shards 1|2]: 3000000 events by default\n')
  process.exit(0)
}
type Variables = Readonly<Record<string, string>>

const EVENTS = Number(values.events)
const SHARDS = Number(values.shards)
const INSIGHTS = 50
const GIB = 1024 ** 3

const root = await mkdtemp(join(tmpdir(), 'throughline-migrations-'))
const program = await bundleProgram()
const postgres = await startPostgres()
const ports = await freePorts(2 * SHARDS, [HOST])
const members = Array.from({ length: SHARDS }, (_, i) => {
  const [http = 0, tcp = 0] = ports.slice(2 * i)
  return { shard: i + 1, replica: 1, http, tcp }
})
const servers = members.map((member) =>
  clickHouseServer(join(root, `shard${member.shard}`), { member, members, memoryBytes: 2 * GIB }),
)
const cluster: Variables = SHARDS === 1 ? {} : { CLICKHOUSE_CLUSTER: CLUSTER }

const say = (sentence: string) =>
  void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${sentence}\n`)

async function measured<T>(what: string, work: () => Promise<T>): Promise<T> {
  const beganMs = performance.now()
  const result = await work()
  say(`${what}: ${((performance.now() - beganMs) / 1000).toFixed(1)} s`)
  return result
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  await server.exited
}

const start = (folder: string, variables: Variables = {}) =>
  startServer(join(root, folder), { ...BUNDLE_VARIABLES, ...variables }, program)

/** What the command prints after it has copied some of the events that a run lacks. */
const AN_INSERT = /of [\d,]+ events/

/** Runs the command, killed at these outputs first. Prints what it says at the end. */
async function move(
  folder: string,
  words: readonly string[],
  kills: readonly RegExp[],
  given: Variables = {},
) {
  const variables = { ...BUNDLE_VARIABLES, ...given }
  const command = ['migrate', ...words]
  for (const pattern of kills) {
    const isKilled = await killCommandAt(join(root, folder), command, pattern, { variables, program })
    if (!isKilled) throw new Error(`The command ended before ${pattern}, so it was not interrupted.`)
    say(`killed at ${pattern}`)
  }
  let peakMiB = 0
  const watch = ({ pid }: ChildProcess) => {
    const watching = setInterval(() => {
      const peak = peakOf(pid)
      if (peak === null) clearInterval(watching)
      else peakMiB = peak
    }, 100)
  }
  const at = { pattern: /of [\d,]+ /, act: watch }
  const result = await runCommand(join(root, folder), command, { variables, program, at })
  if (result.code !== 0)
    throw new Error(`migrate ended with ${result.code}: ${result.stdout}${result.stderr}`)
  say(result.stdout.trim().replaceAll('\n', '\n         '))
  // A run that copies nothing prints nothing before its end.
  if (peakMiB > 0) say(`the command had ${peakMiB} MiB of memory at its peak`)
}

/** Returns the highest memory of a process so far, in MiB; null if it has ended. */
function peakOf(pid: number | undefined): number | null {
  try {
    const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found === null ? null : Math.round(Number(found[1]) / 1024)
  } catch {
    return null
  }
}

function requireEqual(what: string, one: unknown, other: unknown): void {
  if (!isDeepStrictEqual(one, other)) throw new Error(`${what} differ.`)
  say(`${what} are equal`)
}

try {
  for (const server of servers) {
    await server.start()
    await askServer(server, 'CREATE DATABASE moved')
  }
  await runOnPostgres(postgres.urlOf('postgres'), 'CREATE DATABASE moved')
  const addresses = {
    ...cluster,
    DATABASE_URL: postgres.urlOf('moved'),
    CLICKHOUSE_URL: urlOf(servers, OWNER, 'moved'),
  }
  const up = ['--to-postgres', '--to-clickhouse']
  const to = {
    ...cluster,
    TO_DATABASE_URL: addresses.DATABASE_URL,
    TO_CLICKHOUSE_URL: addresses.CLICKHOUSE_URL,
  }
  const down = ['--to-folder', join(root, 'back')]

  const first = await start('data')
  const [late, later] = [Math.floor(EVENTS * 0.97), Math.floor(EVENTS * 0.99)]
  await measured(`${late} events captured`, () => captureStory(first, 0, late, EVENTS))
  await saveInsights(first, INSIGHTS)
  await measured('copied while the server takes events', () =>
    Promise.all([move('data', up, [AN_INSERT, AN_INSERT], to), captureStory(first, late, later, EVENTS)]),
  )
  await measured('captured and deleted', async () => {
    await captureStory(first, later, EVENTS, EVENTS)
    await deleteSome(first)
  })
  const before = await insightAnswers(first)
  await stop(first)
  await measured('the end of the move up', () => move('data', up, [/answers of insights/], to))
  const second = await start('none', addresses)
  requireEqual('The answers in the folder and on servers', before, await insightAnswers(second))

  await measured('copied back while the server takes events', () =>
    Promise.all([
      move('none', down, [AN_INSERT, AN_INSERT], addresses),
      captureStory(second, EVENTS, Math.floor(EVENTS * 1.02), EVENTS),
    ]),
  )
  await captureStory(second, Math.floor(EVENTS * 1.02), Math.floor(EVENTS * 1.03), EVENTS)
  await deleteSome(second)
  const onServers = await insightAnswers(second)
  await stop(second)
  await measured('the end of the move down', () => move('none', down, [], addresses))
  const third = await start('back')
  requireEqual('The answers on servers and in the folder', onServers, await insightAnswers(third))
  await stop(third)
} finally {
  await killServers()
  for (const server of servers) await server.kill()
  await postgres.remove()
  await rm(root, { recursive: true, force: true })
}
