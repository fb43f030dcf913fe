import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killServers, startServer } from '../fixtures/server-process.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-test-'))
})
afterEach(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

test('threads of the engine give way to the event loop', async ({ signal }) => {
  const { pid } = await startServer(folder)
  const threads = `/proc/${pid}/task`
  // Only the engine gives a thread this name.
  const merging = readdirSync(threads).filter(
    (id) => readFileSync(`${threads}/${id}/comm`, 'utf8').trim() === 'MergeMutate',
  )
  const priorities = () => new Set(merging.map((id) => getPriority(Number(id)) - getPriority(pid)))
  expect(merging.length).toBeGreaterThan(0)
  while (!signal.aborted && !priorities().has(5)) await setImmediate()
  expect(priorities()).toEqual(new Set([5]))
})
