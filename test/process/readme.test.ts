import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outputs, shellOf } from '../fixtures/asked-document.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NOT_LINKED = ['data', 'data-tour', '.git', 'throughline.log']

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-readme-'))
  for (const name of await readdir(ROOT))
    if (!NOT_LINKED.includes(name)) await symlink(join(ROOT, name), join(folder, name))
})
afterEach(async () => {
  // A tour may have ended before its last line.
  for (const data of ['data', 'data-tour']) {
    const pid = await readFile(join(folder, data, 'pid'), 'utf8').catch(() => null)
    if (pid !== null && !isEnded(Number(pid))) process.kill(Number(pid), 'SIGKILL')
  }
  await rm(folder, { recursive: true, force: true })
})

function isEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

/** A server on a port of its own, which is free once it is closed. */
async function holdPort(): Promise<{ port: number; close: () => Promise<void> }> {
  const holder = createServer()
  await once(holder.listen(0, '127.0.0.1'), 'listening')
  const { port } = holder.address() as AddressInfo
  return { port, close: async () => void (await once(holder.close(), 'close')) }
}

/** Returns the blocks of the tour, with another port than its own. */
async function tourAt(port: number): Promise<string[]> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const tour = readme.slice(readme.indexOf('## A tour'), readme.indexOf('## Where to go next'))
  return shellOf(tour, { 'PORT=8001': `PORT=${port}`, '127.0.0.1:8001': `127.0.0.1:${port}` })
}

/** Starts the first server of a folder, which makes up its token, like `npm start` before the tour. */
const FIRST_SERVER = `PORT=0 npm start > first.log 2>&1 &
until grep -q 'Throughline answers' first.log; do kill -0 $!; sleep 0.1; done`

test('the tour runs as it is written next to a first server, and its numbers are those that it says', async () => {
  const { port, close } = await holdPort()
  await close()
  const blocks = [FIRST_SERVER, ...(await tourAt(port)), 'kill $(cat data/pid)\nwait']
  const [, start = '', sent, numbers = '', persons = '', ingestion = ''] = await outputs(blocks, {
    cwd: folder,
  })
  expect(start).toMatch(/^Throughline answers at /)
  expect(sent).toBe('{"status":1}')
  expect(numbers).toMatch(/^series,.*\nsigned up,0,0,3\n/)
  expect(numbers).toMatch(/\nsigned up,,signed up,3,.*\npaid,,paid,1,/)
  expect(persons).toContain('{"status":1}')
  expect(JSON.parse(persons.replace('{"status":1}', '')).results).toHaveLength(3)
  expect(JSON.parse(ingestion).recent_events).toHaveLength(6)
})

test('its first block ends with the reason when the port is taken', async () => {
  const { port, close } = await holdPort()
  try {
    const [printed] = await outputs((await tourAt(port)).slice(0, 1), { cwd: folder })
    const reason = printed?.trim().split('\n').at(-1)
    expect(reason).toMatch(/^Port \d+ of 127\.0\.0\.1 is in use by another program/)
  } finally {
    await close()
  }
})
