import { expect, test } from 'vitest'
import { createRefreshJobs } from './refresh-jobs.ts'

const MINUTE_MS = 60_000

type JobRun = (signal: AbortSignal) => Promise<unknown>

/** Jobs at a time that the test sets, each of which runs until it is told to stop. */
function jobsAt(nowMs = 0) {
  const clock = { nowMs }
  const jobs = createRefreshJobs(() => clock.nowMs)
  const untilStopped = (signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  const start = (sameAs: string, run: JobRun = untilStopped, projectId = 1) =>
    jobs.start({ projectId, insightId: null, answerKey: 'key', sameAs, run })
  const startOf = (projectId: number, sameAs: string) => start(sameAs, untilStopped, projectId)
  return { clock, jobs, start, startOf }
}

test('the same is not started twice while it runs', async () => {
  const { jobs, start } = jobsAt()
  const first = start('a')
  expect(start('a').id).toBe(first.id)
  expect(start('b').id).not.toBe(first.id)
  expect(await jobs.cancel(1, first.id)).toBe(true)
  expect(start('a').id).not.toBe(first.id)
  await jobs.close()
})

test('a project knows its own alone', async () => {
  const { jobs, start } = jobsAt()
  const { id } = start('a')
  expect([jobs.find(2, id), await jobs.cancel(2, id), jobs.find(1, 'unknown')]).toEqual([null, false, null])
  expect(jobs.find(1, id)?.endedMs).toBeNull()
  await jobs.close()
})

test('one that has ended says when and how, for ten minutes', async () => {
  const { clock, jobs, start } = jobsAt(5)
  const { id } = start('a')
  clock.nowMs = 7
  await jobs.cancel(1, id)
  expect(jobs.find(1, id)).toMatchObject({ startedMs: 5, endedMs: 7, error: new Error('stopped') })
  expect(await jobs.cancel(1, id)).toBe(false)
  clock.nowMs += 10 * MINUTE_MS - 1
  expect(jobs.find(1, id)).not.toBeNull()
  clock.nowMs += 1
  expect(jobs.find(1, id)).toBeNull()
})

test('one project does not take the room of others', async () => {
  const { jobs, startOf } = jobsAt()
  const running = Array.from({ length: 25 }, (_, i) => startOf(1, `running ${i}`))
  expect(() => startOf(1, 'one more')).toThrow('Too many questions')
  expect(startOf(1, 'running 7').id).toBe(running[7]?.id)
  for (const projectId of [2, 3, 4]) for (let i = 0; i < 25; i++) startOf(projectId, `running ${i}`)
  expect(() => startOf(5, 'one more')).toThrow('Too many questions')
  await jobs.cancel(1, running[0]?.id ?? '')
  startOf(5, 'one more')
  expect(() => startOf(1, 'one more')).toThrow('Too many questions')
  await jobs.close()
})

test('so many are remembered, and those that run for sure', async () => {
  const { jobs, start } = jobsAt()
  const running = Array.from({ length: 24 }, (_, i) => start(`running ${i}`))
  const ended: string[] = []
  for (let i = 0; i < 1_000; i++) {
    ended.push(start(`ended ${i}`, async () => undefined).id)
    await Promise.resolve().then(() => Promise.resolve())
  }
  const known = [...running.map(({ id }) => id), ...ended].filter((id) => jobs.find(1, id) !== null)
  expect(known).toHaveLength(1_000)
  expect(jobs.find(1, running[0]?.id ?? '')).not.toBeNull()
  await jobs.close()
  expect(jobs.find(1, running[0]?.id ?? '')?.error).toEqual(new Error('stopped'))
})
