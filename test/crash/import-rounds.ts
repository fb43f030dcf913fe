import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { BUNDLE_VARIABLES } from '../fixtures/bundled-program.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { api } from '../fixtures/server-client.ts'
import { type ServerProcess, startServer } from '../fixtures/server-process.ts'
import type { CrashSums } from './crash-sums.ts'
import { cpuSecondsOf, type ImportRun, runImport } from './import-process.ts'

export interface ImportPlace {
  /** The bundled program, which starts faster. */
  readonly program: string
  readonly folder: string
  readonly random: SeededRandom
  readonly sums: CrashSums
  /** Number of events in each file. */
  readonly events: number
}

const NEVER = () => false

/** Runs an import without interruptions, and prints its figures. */
export async function measureImport(place: ImportPlace, file: string): Promise<void> {
  const folder = mkdtempSync(join(place.folder, 'measured-'))
  const server = await startServer(folder, BUNDLE_VARIABLES, place.program)
  const { program, events } = place
  const before = cpuSecondsOf(server.pid) ?? 0
  const run = await runImport({ program, folder, file, isTimeToKill: NEVER })
  const serverCpuSeconds = Math.round((cpuSecondsOf(server.pid) ?? 0) - before)
  const line = {
    ...{ measured: basename(file), events, ...figuresOf(run) },
    eventsPerSecond: Math.round(events / run.seconds),
    serverCpuSeconds,
    ...(await faultsOf(server, place)),
    failedImports: run.code === 0 ? 0 : 1,
  }
  place.sums.add(line)
  console.log(JSON.stringify(line))
  await stop(server)
}

/** Runs an import during which the importer and the server are killed in turn, `kills` times each. */
export async function interruptImport(place: ImportPlace, file: string, kills: number): Promise<void> {
  const { program, events, random } = place
  const folder = mkdtempSync(join(place.folder, 'interrupted-'))
  const variables = { ...BUNDLE_VARIABLES, PORT: String(await freePort()) }
  let server = await startServer(folder, variables, program)
  const step = Math.floor(events / (2 * kills + 1))
  const moments = Array.from(
    { length: 2 * kills },
    (_, i) => step * (i + 1) + random.between(0, Math.floor(step / 2)),
  )
  const runs: ImportRun[] = []
  const restarts: Promise<void>[] = []
  let killed = 0
  const restart = async (dying: ServerProcess) => {
    dying.kill('SIGKILL')
    await dying.exited
    server = await startServer(folder, variables, program)
  }
  const isTimeToKill = () => {
    const moment = moments[killed]
    if (moment === undefined || acknowledgedIn(`${file}.import-journal`) < moment) return false
    killed++
    // Every second kill is one of the server. The importer notices it by its broken connections.
    if (killed % 2 === 1) return true
    restarts.push(restart(server))
    return false
  }
  do {
    await Promise.all(restarts.splice(0))
    runs.push(await runImport({ program, folder, file, isTimeToKill }))
  } while (runs.at(-1)?.code === null)
  await Promise.all(restarts)
  const line = {
    ...{ interrupted: basename(file), events, kills: killed },
    ...{ importerRuns: runs.length, seconds: Math.round(runs.reduce((sum, one) => sum + one.seconds, 0)) },
    peakMegabytes: Math.max(...runs.map((run) => run.peakMegabytes)),
    ...(await faultsOf(server, place)),
    failedImports: runs.at(-1)?.code === 0 && killed === 2 * kills ? 0 : 1,
  }
  place.sums.add(line)
  console.log(JSON.stringify(line))
  if (line.failedImports > 0) console.log(runs.at(-1)?.output)
  await stop(server)
}

const figuresOf = ({ seconds, cpuSeconds, peakMegabytes }: ImportRun) => ({
  seconds: Math.round(seconds),
  importerCpuSeconds: cpuSeconds,
  importerPeakMegabytes: peakMegabytes,
})

/**
 * Returns how many events are missing and how many are stored twice. In addition, the sum of the events'
 * numbers must be right.
 */
async function faultsOf(server: ServerProcess, { events }: ImportPlace) {
  const ask = async (query: string): Promise<number[]> => {
    const body = { query: { kind: 'HogQLQuery', query } }
    const { results } = await api<{ results: number[][] }>(server, 'POST', '/query/', { body })
    return results[0] ?? []
  }
  const [stored = 0, sum = 0] = await ask('select count(), sum(properties.place) from events')
  const [twice = 0] = await ask(
    'select count() from (select uuid, count() as times from events group by uuid) as one where times > 1',
  )
  return {
    stored,
    lostEvents: Math.max(0, events - (stored - twice)),
    eventsStoredTwice: twice,
    faults: sum === (events * (events - 1)) / 2 ? 0 : 1,
  }
}

function acknowledgedIn(journal: string): number {
  try {
    return JSON.parse(readFileSync(journal, 'utf8')).counts.events
  } catch {
    return 0
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  await server.exited
}
