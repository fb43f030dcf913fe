import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BUNDLE_VARIABLES } from '../fixtures/bundled-program.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { api } from '../fixtures/server-client.ts'
import { killServers, runCommand, type ServerProcess, startServer } from '../fixtures/server-process.ts'
import { untilBroken } from '../fixtures/until-broken.ts'
import { createBatchClient } from './batch-client.ts'
import { createCrashClients } from './crash-clients.ts'
import type { CrashSums } from './crash-sums.ts'
import { printStored } from './print-stored.ts'

export interface BackupPlace {
  /** The bundled program, which starts faster. */
  readonly program: string
  readonly folder: string
  readonly random: SeededRandom
  readonly sums: CrashSums
}

const NOISE_BYTES = 60
const LOADERS = 3

/**
 * Makes backups under load. In one round of two the server is killed while the backup is made. Everything
 * that was acknowledged before the command began must be in the restored folder, with each batch whole or
 * absent.
 */
export async function runBackups(
  { folder, random, sums, program }: BackupPlace,
  rounds: number,
): Promise<void> {
  const dataFolder = mkdtempSync(join(folder, 'backups-'))
  const others = createCrashClients(random, NOISE_BYTES, program)
  const loaders = Array.from({ length: LOADERS }, (_, i) => createBatchClient(`loader ${i}`))
  const insights: string[] = []
  const launched = { variables: BUNDLE_VARIABLES, program }
  const addInsight = async (server: ServerProcess) => {
    const name = randomUUID()
    await api(server, 'POST', '/insights/', { body: { name }, status: 201 })
    insights.push(name)
  }
  for (let round = 1; round <= rounds; round++) {
    const server = await startServer(dataFolder, BUNDLE_VARIABLES, program)
    const abort = new AbortController()
    const writing = { signal: abort.signal, onRefusal: () => sums.add({ refusals: 1 }) }
    const written = Promise.all([
      others.run(server, writing),
      ...loaders.map((loader) => loader.run(server, writing)),
      untilBroken(() => addInsight(server), writing),
    ])
    const startedMs = performance.now()
    const eventsBefore = acknowledgedBy(loaders).length
    await pause(random.between(1_500, 4_000))
    const batches = acknowledgedBy(loaders)
    const eventsPerSecond = Math.round(
      (batches.slice(eventsBefore).reduce((sum, one) => sum + one.length, 0) * 1_000) /
        (performance.now() - startedMs),
    )
    const insightsBefore = [...insights]
    const backup = join(folder, 'backup')
    const isKilled = round % 2 === 0
    const making = runCommand(dataFolder, ['backup', backup], launched)
    if (isKilled) {
      await pause(random.between(300, 3_000))
      server.kill('SIGKILL')
    }
    const madeMs = performance.now()
    const { code, stderr } = await making
    const figures = { round, isKilled, eventsPerSecond, backupMs: Math.round(performance.now() - madeMs) }
    abort.abort()
    if (!isKilled) server.kill('SIGTERM')
    await Promise.all([server.exited, written])
    const compared =
      code === 0
        ? await compareRestored({ folder, program }, backup, batches, acknowledgedBy(loaders), insightsBefore)
        : {}
    const failed = code !== 0 && !isKilled ? 1 : 0
    const line = { ...figures, ...(code !== 0 && { refused: 1 }), failed, ...compared }
    sums.add({ ...line, rounds: 1, eventsPerSecond: 0 })
    console.log(JSON.stringify({ ...line, ...(code !== 0 && { said: stderr.trim().split('\n').at(-1) }) }))
  }
  await killServers()
  rmSync(dataFolder, { recursive: true, force: true })
}

const acknowledgedBy = (loaders: readonly ReturnType<typeof createBatchClient>[]) =>
  loaders.flatMap(({ acknowledged }) => acknowledged)

async function compareRestored(
  { folder, program }: Pick<BackupPlace, 'folder' | 'program'>,
  backup: string,
  before: readonly (readonly string[])[],
  all: readonly (readonly string[])[],
  insights: readonly string[],
) {
  const restored = join(folder, 'restored')
  rmSync(restored, { recursive: true, force: true })
  const { code, stderr } = await runCommand(restored, ['restore', backup], {
    variables: BUNDLE_VARIABLES,
    program,
  })
  if (code !== 0) return { failed: 1, said: stderr }
  const server = await startServer(restored, BUNDLE_VARIABLES, program)
  const names = await insightNames(server)
  server.kill('SIGTERM')
  await server.exited
  const { counts, broken } = printStored(restored)
  const stored = new Set(counts.map(([uuid]) => uuid))
  const storedOf = (batch: readonly string[]) => batch.filter((uuid) => stored.has(uuid)).length
  return {
    storedEvents: stored.size,
    lostEvents: before.reduce((sum, batch) => sum + batch.length - storedOf(batch), 0),
    lostParts: all.filter((batch) => ![0, batch.length].includes(storedOf(batch))).length,
    eventsStoredTwice: counts.filter(([, count]) => count > 1).length,
    lostInsights: insights.filter((name) => !names.has(name)).length,
    unreadableParts: broken.length,
  }
}

/** The most rows that a page may have, whatever is asked. */
const PAGE_ROWS = 1_000

async function insightNames(server: ServerProcess): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const { results } = await api<{ results: readonly { name: string }[] }>(
      server,
      'GET',
      `/insights/?limit=${PAGE_ROWS}&offset=${offset}`,
    )
    for (const { name } of results) names.add(name)
    if (results.length < PAGE_ROWS) return names
  }
}
