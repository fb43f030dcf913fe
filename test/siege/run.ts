import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { Command } from 'commander'
import { killServers, startServer, TOKEN } from '../fixtures/server-process.ts'
import { memoryMiB, type SiegeTarget, targetOf } from './besieged-server.ts'
import { besiegeBeside } from './besieging-process.ts'
import { missedGoals, mostMiB } from './goals.ts'
import { warmUp } from './greedy-clients.ts'
import { loadEvents } from './load-events.ts'
import { liveModestly } from './modest-clients.ts'
import { createSamplesByName, type Reports } from './samples.ts'
import { watchStolenTime } from './stolen-time.ts'

interface Options {
  readonly events: string
  readonly seconds: string
}

const ENGINE_MEMORY_MIB = 1024
const BODY_MEMORY_MIB = 256
const SETTINGS = {
  THROUGHLINE_ENGINE_MEMORY_MIB: String(ENGINE_MEMORY_MIB),
  THROUGHLINE_QUERY_MEMORY_MIB: '512',
  THROUGHLINE_BODY_MEMORY_MIB: String(BODY_MEMORY_MIB),
}
const QUIET_SECONDS = 10
/** Time after the siege in which the server can give memory back. */
const REST_SECONDS = 15

/** Prints a JSON line for each phase. Exits with 1 if a goal is missed. */
async function siege(options: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-siege-'))
  process.on('exit', () => {
    void killServers()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  const server = await startServer(folder, SETTINGS)
  const target = await targetOf(server, TOKEN)
  const startedMs = performance.now()
  await loadEvents(target, Number(options.events))
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  print({ phase: 'load', events: Number(options.events), seconds, memoryMiB: memoryMiB(server.pid) })
  await warmUp(target)
  print({ phase: 'quiet', ...(await measure(target, QUIET_SECONDS, false)) })
  const besieged = await measure(target, Number(options.seconds), true)
  const memory = memoryMiB(server.pid)
  print({ phase: 'siege', ...besieged })
  await pauseFor(REST_SECONDS * 1000)
  print({ phase: 'rest', memoryMiB: memoryMiB(server.pid), settings: SETTINGS })
  const stderrLines = server.stderr.split('\n').length - 1
  server.kill('SIGTERM')
  const exit = await server.exited
  const missed = missedGoals(besieged, memory.peak, mostMiB(ENGINE_MEMORY_MIB, BODY_MEMORY_MIB), exit)
  print({ stderrLines, missed })
  process.exit(missed.length === 0 ? 0 : 1)
}

/**
 * Runs the modest clients for `seconds`, with or without the greedy project, and waits for the end of all
 * requests.
 */
async function measure(target: SiegeTarget, seconds: number, isSiege: boolean): Promise<Reports> {
  const samples = createSamplesByName()
  const [besieging] = await Promise.all([
    isSiege ? besiegeBeside(target, seconds) : {},
    liveModestly(target, samples.of, AbortSignal.timeout(seconds * 1000)),
  ])
  return { ...samples.reports(), ...besieging }
}

const stolenTime = watchStolenTime()
const print = (line: object) =>
  console.log(JSON.stringify({ ...line, load: loadavg()[0], stolenCpu: stolenTime() }))

await new Command('siege')
  .description('One project takes all that it can get; another asks short questions and captures.')
  .option('--events <count>', 'events of the greedy project', '2000000')
  .option('--seconds <count>', 'length of the siege', '120')
  .action(siege)
  .parseAsync()
