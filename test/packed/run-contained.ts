import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { Command } from 'commander'
import { createMemoryCgroup } from '../fixtures/memory-cgroup.ts'
import { killServers, type ServerProcess, startServer, TOKEN } from '../fixtures/server-process.ts'
import { memoryMiB, targetOf } from '../siege/besieged-server.ts'
import { loadEvents } from '../siege/load-events.ts'
import { containedProgram, DATA, USER } from './contained-program.ts'
import { installPackages, PROGRAM, packProgram } from './install-package.ts'
import { type Asked, askAll, captureMuch, GREEDY, MODEST, refusals } from './memory-questions.ts'

interface Options {
  readonly events: string
  readonly memory: string
  readonly installed?: string
}

const MiB = 1024 * 1024

/** Prints a JSON line for each phase. Exits with 1 if something is wrong. */
async function contained(options: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-contained-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  chownSync(data, USER, USER)
  const cgroup = createMemoryCgroup(`throughline-${process.pid}`, Number(options.memory) * MiB)
  process.on('exit', () => {
    void killServers()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  const installed = options.installed ?? join(folder, 'installed')
  if (options.installed === undefined) installPackages(installed, packProgram(folder))
  const program = containedProgram({ installed, program: PROGRAM, data, cgroup })
  try {
    const server = await startServer(DATA, { THROUGHLINE_LOG: 'warn' }, program)
    print({ phase: 'start', process: confinement(server.pid), cgroup: cgroup.folder })
    const failed = await use(server, Number(options.events))
    const usage = cgroup.usage()
    server.kill('SIGTERM')
    const exit = await server.exited
    if (usage.oomKills > 0) failed.push('the kernel has killed a process for want of memory')
    if (exit.code !== 0) failed.push(`the server ended with ${exit.code ?? exit.signal}`)
    print({ phase: 'end', ...usage, exit, failed })
    process.exitCode = failed.length === 0 ? 0 : 1
  } catch (error) {
    print({ phase: 'failed', ...cgroup.usage() })
    throw error
  } finally {
    await killServers()
    cgroup.remove()
  }
}

/** Returns sentences about everything that was wrong. */
async function use(server: ServerProcess, events: number): Promise<string[]> {
  await pauseFor(5_000)
  print({ phase: 'idle', memory: memoryOf(server.pid) })
  const target = await targetOf(server, TOKEN)
  const startedMs = performance.now()
  await loadEvents(target, events)
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  print({ phase: 'load', events, seconds, memory: memoryOf(server.pid) })
  const modest = await askAll(server, MODEST)
  print({ phase: 'ordinary questions', ...modest, memory: memoryOf(server.pid) })
  const greedy = await askAll(server, GREEDY)
  print({ phase: 'questions beyond the memory', ...greedy, memory: memoryOf(server.pid) })
  const bodies = await captureMuch(server)
  print({ phase: 'large bodies', statuses: bodies, memory: memoryOf(server.pid) })
  const after = await askAll(server, MODEST)
  const ready = await fetch(`${server.url}/_ready`)
  print({ phase: 'afterwards', ...after, ready: ready.status, memory: memoryOf(server.pid) })
  return [
    ...refusals(modest),
    ...refusals(after),
    ...unexpected(greedy),
    ...bodies.filter((status) => !BODY_OUTCOMES.includes(status)).map((status) => `a large body: ${status}`),
    ...(bodies.includes(200) ? [] : ['no large body was stored']),
    ...(ready.status === 200 ? [] : [`_ready answered ${ready.status} ${await ready.text()}`]),
  ]
}

const BODY_OUTCOMES: readonly unknown[] = [200, 503, 'closed']
const TOO_MUCH = /query_memory_exceeded|query_too_large/
/**
 * Returns what is wrong with the answers of too large questions: some must be refused, and none for another
 * reason.
 */
function unexpected({ answers }: Pick<Asked, 'answers'>): string[] {
  const refused = refusals({ answers })
  if (refused.length === 0) return ['no question was too large']
  return refused.filter((answer) => !TOO_MUCH.test(answer))
}

/**
 * Returns the resident memory in MiB: all of it, and the part that belongs to no file, which the kernel
 * cannot take back.
 */
function memoryOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const anonymous = Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1])
  return { ...memoryMiB(pid), anonymous: Math.round(anonymous / 1024) }
}

function confinement(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
  const root = readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[4] === '/')
  return {
    user: field('Uid'),
    capabilities: field('CapEff'),
    noNewPrivileges: field('NoNewPrivs'),
    root: root?.split(' ')[5],
  }
}

const print = (line: object) => console.log(JSON.stringify(line))

await new Command('contained')
  .description(
    'Runs the packed program as a container does, with little memory, and asks more than fits into it.',
  )
  .option('--events <count>', 'events to capture', '500000')
  .option('--memory <MiB>', 'memory of the container', '1024')
  .option('--installed <folder>', 'a folder with an installed package, instead of a new one')
  .action(contained)
  .parseAsync()
