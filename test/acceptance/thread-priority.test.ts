import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '../../src/sql/fragment.ts'
import { createManualTimer } from '../fixtures/manual-timer.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'

/** The nice values of the threads of this process, by their ids; of Linux, where the tests run. */
const priorities = () =>
  new Map(readdirSync('/proc/self/task').flatMap((id) => priorityOf(Number(id)).map((nice) => [id, nice])))

// A thread may have ended since it was listed.
function priorityOf(threadId: number): number[] {
  try {
    return [getPriority(threadId)]
  } catch {
    return []
  }
}

test('threads of the engine give way to the event loop, and the other threads keep their priority', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-test-'))
  const { timer, pass } = createManualTimer()
  const before = priorities()
  const engine = await openTestEngine(folder, { timer })
  await engine.rows(sql`SELECT sum(number) AS sum FROM numbers_mt(1000000)`, {
    name: 'test.sum',
    projectId: 1,
  })
  await pass(1_000)
  const after = priorities()
  const begun = [...after].filter(([id]) => !before.has(id))
  expect(begun.length).toBeGreaterThan(2)
  expect(new Set(begun.map(([, nice]) => nice))).toEqual(new Set([5]))
  const others = [...before].filter(([id]) => after.has(id))
  expect(others.map(([id]) => after.get(id))).toEqual(others.map(([, nice]) => nice))
  await engine.close()
  await rm(folder, { recursive: true })
})
