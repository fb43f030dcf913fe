import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventStore } from '../../src/engine/event-store.ts'
import { type Fragment, sql } from '../../src/fragments/fragment.ts'
import type { Timer } from '../../src/shared/clock.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'

let folder = ''
let engine: EventStore
const open = (options: Parameters<typeof openTestEngine>[1] = {}) =>
  openTestEngine(join(folder, 'events'), options)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-streams-'))
  engine = await open()
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

type Rows = readonly (readonly unknown[])[]
const stream = (
  query: Fragment,
  receive: (rows: Rows) => Promise<void> | void,
  options: { signal?: AbortSignal; projectId?: number } = {},
  of: EventStore = engine,
) => of.stream(query, { name: 'test', projectId: null, ...options }, async (rows) => receive(rows))

/** A statement that never ends, and gives rows at once. */
const ENDLESS = sql`SELECT number FROM numbers(1000000000000)`
/** A statement that gives rows at once, and then none for hours. */
const STUCK = sql`SELECT number FROM numbers(1000000000000) WHERE number < 10000 OR sipHash64(number) = 1`

test('a million rows are given once each, in order, some thousands at a time', async () => {
  let [next, most] = [0, 0]
  await stream(sql`SELECT number, concat('"', toString(number), '\n') FROM numbers(1000000)`, (rows) => {
    most = Math.max(most, rows.length)
    // Compared without expect, because a million expectations take ten seconds.
    for (const [number, text] of rows)
      if (Number(number) !== next || text !== `"${next++}\n`) throw new Error(`Row ${next} is ${text}`)
  })
  expect([next, most]).toEqual([1_000_000, 4_096])
})

test('no rows are no call', async () => {
  await stream(sql`SELECT 1 WHERE false`, () => expect.unreachable())
})

test('the engine waits for its receiver', async () => {
  let isBusy = false
  await stream(sql`SELECT number FROM numbers(50000)`, async () => {
    expect(isBusy).toBe(false)
    isBusy = true
    await nextTurn()
    isBusy = false
  })
})

test('a failure half way is an error after the rows before it, and leaves nothing for the next', async () => {
  for (let i = 0; i < 6; i++) {
    let found = 0
    const fails = stream(
      sql`SELECT number, throwIf(number = 150000, 'halfway') FROM numbers(200000)`,
      (rows) => {
        found += rows.length
      },
    )
    await expect(fails).rejects.toMatchObject({ name: 'EngineError', code: 395 })
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThan(150_001)
    const harmless: unknown[] = []
    await stream(sql`SELECT 'mine'`, (rows) => void harmless.push(...rows))
    expect(harmless).toEqual([['mine']])
  }
})

test('an error of the receiver ends the query', async () => {
  const fails = stream(ENDLESS, () => Promise.reject(new Error('full')))
  await expect(fails).rejects.toThrow('full')
})

test.each<[string, Fragment]>([
  ['while it gives rows', ENDLESS],
  ['while it looks for the next', STUCK],
])('a signal ends it %s', async (_when, query) => {
  const abort = new AbortController()
  const ended = stream(query, (rows) => void (Number(rows[0]?.[0]) > 4_000 && abort.abort()), {
    signal: abort.signal,
  })
  await expect(ended).rejects.toMatchObject({ kind: 'cancelled' })
})

test('a signal ends it while its receiver takes no more', async () => {
  const abort = new AbortController()
  const ended = stream(
    ENDLESS,
    () => {
      abort.abort()
      return new Promise(() => {})
    },
    { signal: abort.signal },
  )
  await expect(ended).rejects.toMatchObject({ kind: 'cancelled' })
})

test('each part may take as long as a query', async () => {
  const impatient = await open({ querySeconds: 1 })
  const late = stream(STUCK, () => {}, {}, impatient)
  await expect(late).rejects.toMatchObject({ kind: 'timeout' })
  await impatient.close()
})

/** A timer whose tasks the test runs, by their time from the start. */
function givenTimer() {
  const tasks = new Map<number, () => Promise<void>>()
  const timer: Timer = (ms, task) => {
    tasks.set(ms, task)
    return () => {
      if (tasks.get(ms) === task) tasks.delete(ms)
    }
  }
  return { timer, pass: (ms: number) => tasks.get(ms)?.(), waits: () => [...tasks.keys()] }
}

test('a receiver that takes nothing for a minute ends it', async () => {
  const { timer, pass } = givenTimer()
  const patient = await open({ timer })
  const stalled = stream(
    ENDLESS,
    async () => {
      await nextTurn()
      await pass(60_000)
      return new Promise<void>(() => {})
    },
    {},
    patient,
  )
  await expect(stalled).rejects.toMatchObject({ kind: 'timeout' })
  await stream(sql`SELECT 1`, () => {}, {}, patient)
  await patient.close()
})

test('an hour ends it, even if its receiver takes all rows at once', async () => {
  const { timer, pass, waits } = givenTimer()
  const patient = await open({ timer })
  let parts = 0
  const endless = stream(
    ENDLESS,
    async () => {
      if (++parts === 3) await pass(3_600_000)
    },
    {},
    patient,
  )
  await expect(endless).rejects.toMatchObject({ kind: 'timeout' })
  expect(parts).toBeGreaterThanOrEqual(3)
  // No timer of a limit is left after its stream has ended.
  expect(waits()).not.toContain(3_600_000)
  expect(waits()).not.toContain(60_000)
  await patient.close()
})

test('a query of streamed rows holds no turn while its receiver is busy', async () => {
  let onBegun = () => {}
  const begun = new Promise<void>((resolve) => {
    onBegun = resolve
  })
  const abort = new AbortController()
  const waiting = stream(
    ENDLESS,
    () => {
      onBegun()
      return new Promise(() => {})
    },
    { signal: abort.signal },
  )
  await begun
  expect(engine.queryLoad()).toEqual({ running: 0, waiting: 0 })
  abort.abort()
  await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' })
})

test('a project has two, and all projects four', async () => {
  const abort = new AbortController()
  const ended: Promise<unknown>[] = []
  const begin = (projectId: number) =>
    new Promise<void>((resolve) => {
      const receive = () => {
        resolve()
        return new Promise<void>(() => {})
      }
      const one = stream(ENDLESS, receive, { signal: abort.signal, projectId })
      ended.push(one.catch((error: unknown) => error))
    })
  const refused = (projectId: number) =>
    expect(stream(sql`SELECT 1`, () => {}, { projectId })).rejects.toMatchObject({
      kind: 'throttled',
      code: 'too_many_files',
    })
  await Promise.all([begin(1), begin(1)])
  await refused(1)
  await Promise.all([begin(2), begin(3)])
  await refused(4)
  abort.abort()
  await Promise.all(ended)
  await stream(sql`SELECT 1`, () => {}, { projectId: 1 })
})

test('close ends it', async () => {
  const closing = await open()
  let closed: Promise<void> | undefined
  const ended = stream(
    ENDLESS,
    () => {
      closed ??= closing.close()
    },
    {},
    closing,
  )
  await expect(ended).rejects.toMatchObject({ kind: 'cancelled' })
  await closed
})
