import { expect, test } from 'vitest'
import { createInProcessBackgroundJobs } from './in-process-background-jobs.ts'

const MINUTE_MS = 60_000

type JobRun = (signal: AbortSignal) => Promise<unknown>

/** Creates jobs whose clock the test sets. Each job runs until it is told to stop. */
function jobsAt(nowMs = 0) {
  const clock = { nowMs }
  const jobs = createInProcessBackgroundJobs(
    () => clock.nowMs,
    (error) => ({ code: 'failed', detail: (error as Error).message }),
  )
  const untilStopped = (signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  const start = (sameAs: string, run: JobRun = untilStopped, projectId = 1, userId: number | null = 1) =>
    jobs.start({ projectId, userId, insightId: null, resultKey: 'key', sameAs, run })
  const startFor = (userId: number | null, sameAs: string) => start(sameAs, untilStopped, 1, userId)
  const startOf = (projectId: number, sameAs: string) => start(sameAs, untilStopped, projectId)
  return { clock, jobs, start, startOf, startFor }
}

test('the same work is not started twice while it runs', async () => {
  const { jobs, start } = jobsAt()
  const first = await start('a')
  expect((await start('a')).id).toBe(first.id)
  expect((await start('b')).id).not.toBe(first.id)
  expect(await jobs.cancel(1, first.id, 1)).toBe(true)
  expect((await start('a')).id).not.toBe(first.id)
  await jobs.close()
})

test('a project finds and cancels its own jobs only', async () => {
  const { jobs, start } = jobsAt()
  const { id } = await start('a')
  expect([
    await jobs.find(2, id),
    await jobs.cancel(2, id, 'everybody'),
    await jobs.find(1, 'unknown'),
  ]).toEqual([null, false, null])
  expect((await jobs.find(1, id))?.endedMs).toBeNull()
  await jobs.close()
})

test('a job is cancelled by a user who asked for it, and goes on for the others', async () => {
  const { jobs, startFor } = jobsAt()
  const { id } = await startFor(1, 'a')
  expect((await startFor(2, 'a')).id).toBe(id)
  const isRunning = async () => (await jobs.find(1, id))?.endedMs === null
  expect([await jobs.cancel(1, id, 3), await isRunning()]).toEqual([false, true])
  expect([await jobs.cancel(1, id, 1), await isRunning()]).toEqual([true, true])
  expect([await jobs.cancel(1, id, 1), await isRunning()]).toEqual([true, true])
  expect([await jobs.cancel(1, id, 2), await isRunning()]).toEqual([true, false])
  expect([await jobs.cancel(1, id, 2), await jobs.cancel(1, id, 3)]).toEqual([true, false])
})

test.each([
  ['a user who asks again', 1],
  ['a visitor of a link', null],
])('a job goes on for %s', async (_name, userId) => {
  const { jobs, startFor } = jobsAt()
  const { id } = await startFor(1, 'a')
  await startFor(2, 'a')
  await jobs.cancel(1, id, 1)
  await startFor(userId, 'a')
  await jobs.cancel(1, id, 2)
  expect((await jobs.find(1, id))?.endedMs).toBeNull()
  await jobs.close()
})

test('everybody is cancelled at once', async () => {
  const { jobs, startFor } = jobsAt()
  const { id } = await startFor(1, 'a')
  await startFor(null, 'a')
  const ended = jobs.ended(1, id)
  expect(await jobs.cancel(1, id, 'everybody')).toBe(true)
  await ended
  expect((await jobs.find(1, id))?.error).toEqual({ code: 'failed', detail: 'stopped' })
})

test('the record of an ended job has its time and error, for ten minutes', async () => {
  const { clock, jobs, start } = jobsAt(5)
  const { id } = await start('a')
  clock.nowMs = 7
  await jobs.cancel(1, id, 1)
  const error = { code: 'failed', detail: 'stopped' }
  expect(await jobs.find(1, id)).toMatchObject({ startedMs: 5, endedMs: 7, error })
  expect(await jobs.cancel(1, id, 1)).toBe(true)
  clock.nowMs += 10 * MINUTE_MS - 1
  expect(await jobs.find(1, id)).not.toBeNull()
  clock.nowMs += 1
  expect(await jobs.find(1, id)).toBeNull()
})

test('the record of a job that ended before the clock was set back is kept for as long', async () => {
  const { clock, jobs, start } = jobsAt(60 * MINUTE_MS)
  const { id } = await start('a')
  await jobs.cancel(1, id, 1)
  clock.nowMs -= 10 * MINUTE_MS - 1
  expect(await jobs.find(1, id)).not.toBeNull()
  clock.nowMs -= 1
  expect(await jobs.find(1, id)).toBeNull()
})

test('running jobs are limited, for each project and in all', async () => {
  const { jobs, startOf } = jobsAt()
  const running = await Promise.all(Array.from({ length: 25 }, (_, i) => startOf(1, `running ${i}`)))
  await expect(startOf(1, 'one more')).rejects.toThrow('Too many questions')
  expect((await startOf(1, 'running 7')).id).toBe(running[7]?.id)
  for (const projectId of [2, 3, 4]) for (let i = 0; i < 25; i++) await startOf(projectId, `running ${i}`)
  await expect(startOf(5, 'one more')).rejects.toThrow('Too many questions')
  await jobs.cancel(1, running[0]?.id ?? '', 1)
  await startOf(5, 'one more')
  await expect(startOf(1, 'one more')).rejects.toThrow('Too many questions')
  await jobs.close()
})

test('a thousand records are held, running jobs among them in any case', async () => {
  const { jobs, start } = jobsAt()
  const running = await Promise.all(Array.from({ length: 24 }, (_, i) => start(`running ${i}`)))
  const ended: string[] = []
  for (let i = 0; i < 1_000; i++) {
    ended.push((await start(`ended ${i}`, async () => undefined)).id)
    await Promise.resolve().then(() => Promise.resolve())
  }
  const ids = [...running.map(({ id }) => id), ...ended]
  const found = await Promise.all(ids.map((id) => jobs.find(1, id)))
  expect(found.filter((job) => job !== null)).toHaveLength(1_000)
  expect(await jobs.find(1, running[0]?.id ?? '')).not.toBeNull()
  await jobs.close()
  expect((await jobs.find(1, running[0]?.id ?? ''))?.error).toEqual({ code: 'failed', detail: 'stopped' })
})
