import { expect, test } from 'vitest'
import { createManualTimer } from '../../test/fixtures/manual-timer.ts'
import { type Duty, defineDuty } from './duty.ts'
import { createScheduler } from './scheduler.ts'

const SECOND_MS = 1_000

function setUp(duties: readonly Duty[]) {
  const time = createManualTimer()
  const clock = { nowMs: Date.parse('2026-11-20T12:00:00Z') }
  const warnings: string[] = []
  const warn = (sentence: string) => void warnings.push(sentence)
  const scheduler = createScheduler({ duties, clock: () => clock.nowMs, timer: time.timer, warn })
  return { time, clock, warnings, scheduler }
}

/** Returns duties that record their runs. */
function recording(...given: readonly (readonly [name: string, everySeconds: number])[]) {
  const runs: string[] = []
  const duties = given.map(([name, everySeconds]) =>
    defineDuty({ name, runsOn: 'each node', everySeconds, run: async () => void runs.push(name) }),
  )
  return { runs, duties }
}

test('each duty runs at its interval, and not before', async () => {
  const { runs, duties } = recording(['often', 10], ['seldom', 25])
  const { time, scheduler } = setUp(duties)
  await scheduler.start()
  await time.pass(10 * SECOND_MS - 1)
  expect(runs).toEqual([])
  await time.pass(1)
  expect(runs).toEqual(['often'])
  await time.pass(40 * SECOND_MS)
  expect(runs).toEqual(['often', 'often', 'seldom', 'often', 'often', 'seldom', 'often'])
  await scheduler.close()
})

test('duties of the start have run when it resolves, in their order, and run again later', async () => {
  const { runs, duties } = recording(['first', 10], ['later', 10], ['second', 10])
  const { time, scheduler } = setUp(duties.map((duty) => ({ ...duty, isRunAtStart: duty.name !== 'later' })))
  await scheduler.start()
  expect(runs).toEqual(['first', 'second'])
  await time.pass(10 * SECOND_MS)
  expect(runs.slice(2)).toEqual(['first', 'later', 'second'])
  await scheduler.close()
})

test('failures are counted, the first one and the first success after it are logged, and the next run comes as planned', async () => {
  let isFailing = true
  const flaky = defineDuty({
    name: 'flaky',
    runsOn: 'each node',
    everySeconds: 10,
    run: async () => {
      if (isFailing) throw new Error('disk is full')
    },
  })
  const { time, clock, warnings, scheduler } = setUp([flaky])
  expect(scheduler.records()).toEqual([
    { name: 'flaky', lastRunMs: null, runs: 0, failures: 0, failuresInARow: 0 },
  ])
  await scheduler.start()
  await time.pass(10 * SECOND_MS)
  clock.nowMs += 10 * SECOND_MS
  await time.pass(10 * SECOND_MS)
  const secondMs = clock.nowMs
  isFailing = false
  for (let i = 0; i < 2; i++) {
    clock.nowMs += 10 * SECOND_MS
    await time.pass(10 * SECOND_MS)
  }
  expect(warnings).toEqual([
    'Upkeep duty flaky failed (1 of 1 runs, last run before: none): Error: disk is full',
    `Upkeep duty flaky succeeded after 2 failed runs (2 of 3 runs failed, last run before: ${new Date(secondMs).toISOString()}).`,
  ])
  const record = { name: 'flaky', lastRunMs: clock.nowMs, runs: 4, failures: 2, failuresInARow: 0 }
  expect(scheduler.records()).toEqual([record])
  await scheduler.close()
})

test('a duty that has failed runs again within a minute, and further failures are logged once a minute', async () => {
  const runsAt: number[] = []
  const broken = (name: string, everySeconds: number) =>
    defineDuty({
      name,
      runsOn: 'each node',
      everySeconds,
      run: async () => {
        if (name === 'seldom') runsAt.push(clock.nowMs)
        throw new Error('broken')
      },
    })
  const { time, clock, warnings, scheduler } = setUp([broken('often', 1), broken('seldom', 3_600)])
  const startMs = clock.nowMs
  await scheduler.start()
  for (let second = 0; second < 3_720; second++) {
    clock.nowMs += SECOND_MS
    await time.pass(SECOND_MS)
  }
  expect(runsAt.map((ms) => (ms - startMs) / SECOND_MS)).toEqual([3_600, 3_660, 3_720])
  const [often, seldom] = scheduler.records()
  expect([often?.failuresInARow, seldom?.failuresInARow]).toEqual([3_720, 3])
  expect(warnings.filter((line) => line.includes('seldom'))).toHaveLength(3)
  expect(warnings.filter((line) => line.includes('often'))).toHaveLength(62)
  await scheduler.close()
})

/** Returns a duty that runs until the test ends it. */
function held(name: string) {
  const begun: { readonly end: () => void; readonly signal: AbortSignal }[] = []
  const run = (signal: AbortSignal) => new Promise<void>((end) => begun.push({ end, signal }))
  return { begun, duty: defineDuty({ name, runsOn: 'each node', everySeconds: 10, run }) }
}
const afterMicrotasks = () => new Promise((resolve) => setImmediate(resolve))

test('two duties never run at once', async () => {
  const [a, b] = [held('a'), held('b')]
  const { scheduler } = setUp([
    { ...a.duty, isRunAtStart: true },
    { ...b.duty, isRunAtStart: true },
  ])
  const started = scheduler.start()
  await afterMicrotasks()
  expect([a.begun.length, b.begun.length]).toEqual([1, 0])
  a.begun[0]?.end()
  await afterMicrotasks()
  expect([a.begun.length, b.begun.length]).toEqual([1, 1])
  b.begun[0]?.end()
  await started
  await scheduler.close()
})

test('closing aborts the running duty, waits for its end and runs no other', async () => {
  const [a, b] = [held('a'), held('b')]
  const { time, scheduler } = setUp([a.duty, b.duty])
  await scheduler.start()
  const passing = time.pass(60 * SECOND_MS)
  await afterMicrotasks()
  let isClosed = false
  const closing = scheduler.close().then(() => {
    isClosed = true
  })
  await afterMicrotasks()
  expect([a.begun[0]?.signal.aborted, isClosed]).toEqual([true, false])
  a.begun[0]?.end()
  await closing
  await passing
  expect([a.begun.length, b.begun.length]).toEqual([1, 0])
})

test('a run that the stop ended early is no success after a failure', async () => {
  let runs = 0
  const duty = defineDuty({
    name: 'flaky',
    runsOn: 'each node',
    everySeconds: 10,
    run: (signal) => {
      if (runs++ === 0) return Promise.reject(new Error('disk is full'))
      return new Promise<void>((end) => signal.addEventListener('abort', () => end()))
    },
  })
  const { time, warnings, scheduler } = setUp([duty])
  await scheduler.start()
  await time.pass(10 * SECOND_MS)
  const passing = time.pass(10 * SECOND_MS)
  await afterMicrotasks()
  await scheduler.close()
  await passing
  expect([runs, warnings.length]).toEqual([2, 1])
})

test.each([0, -1, Number.NaN])('an interval of %s seconds is refused', (everySeconds) => {
  expect(() =>
    defineDuty({ name: 'x', runsOn: 'each node', everySeconds, run: async () => undefined }),
  ).toThrow(RangeError)
})
