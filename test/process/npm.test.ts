import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let folder = ''
let npm: ChildProcess | undefined
let serverPid = 0
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-npm-'))
})
afterEach(async () => {
  for (const pid of [npm?.pid ?? 0, serverPid]) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Starts `npm start` in a process group of its own, like a shell does. Resolves when the server listens. */
async function npmStart(): Promise<{ output: () => string; pid: number; ended: Promise<unknown[]> }> {
  // biome-ignore lint/style/noProcessEnv: npm needs the PATH and HOME of the test
  const { PATH, HOME } = process.env
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, PORT: '0', THROUGHLINE_DATA_DIR: folder },
  })
  npm = child
  let output = ''
  const add = (text: Buffer) => {
    output += text
  }
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  const ended = once(child, 'exit')
  while (!output.includes('Throughline answers at')) {
    if (child.exitCode !== null) throw new Error(`npm ended: ${output}`)
    await setImmediate()
  }
  serverPid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  return { output: () => output, pid: child.pid ?? 0, ended }
}

function isRunning(pid: number): boolean {
  try {
    // A process that has ended, but that nobody has waited for, has no command line.
    return pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

// The server leaves this file after everything is closed, and only then.
const wasClosed = () => existsSync(join(folder, 'events.closed'))

// A Ctrl-C reaches the server from the terminal and also from npm. If there were a shell between npm and the
// server, the shell would end and the server would not.
test('a signal to npm and the same one to the server are one signal, which closes the server', async () => {
  const { pid, ended, output } = await npmStart()
  process.kill(pid, 'SIGINT')
  process.kill(serverPid, 'SIGINT')
  expect(await ended).toEqual([0, null])
  expect([isRunning(serverPid), wasClosed()]).toEqual([false, true])
  expect(output()).not.toContain('second SIG')
})

test('the end of npm by SIGKILL, which it cannot pass on, closes the server', async () => {
  const { pid } = await npmStart()
  process.kill(pid, 'SIGKILL')
  while (isRunning(serverPid)) await setImmediate()
  expect(wasClosed()).toBe(true)
})
