import { expect, test } from 'vitest'
import { createInProcessBackgroundJobs } from '#coordination/in-process/in-process-background-jobs.ts'
import { createInProcessCancellation } from '#coordination/in-process/in-process-cancellation.ts'
import { createInProcessSingleFlight } from '#coordination/in-process/in-process-single-flight.ts'
import { cancelled } from '#engine/engine-error.ts'
import { trends } from '#insights/trends/trends.ts'
import { momentOf } from '#query/moment.ts'
import { flatNames, trendQuestion } from '../../../test/fixtures/questions.ts'
import { createAnswering } from './answering.ts'

const DAY_MS = 86_400_000
const question = {
  project: { id: 1, timezone: 'UTC', weekStartDay: 0 as const, testAccountFilters: [] },
  query: trendQuestion({ events: [{ id: 'visit' }], date_from: '-24h', interval: 'hour' }),
  at: flatNames,
}

test('a range that moves with the clock does not start a second computation beside the first', async () => {
  let nowMs = 10 * DAY_MS
  let data = 'visit:1'
  const clock = () => nowMs
  const jobs = createInProcessBackgroundJobs(clock)
  const answering = createAnswering({
    findMoment: async ({ project, query }) =>
      momentOf(trends.time(query as never), { ...project, nowMs }, 0, flatNames),
    compute: (_, __, signal) =>
      new Promise((___, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped')))),
    results: { find: async () => null, byKeys: async () => new Map(), put: async () => true },
    versions: { present: async () => data },
    jobs,
    cancellation: createInProcessCancellation(),
    createSingleFlight: () => createInProcessSingleFlight(cancelled),
    clock,
    warn: () => undefined,
  })
  const start = async () =>
    (await answering.answer(question, { refresh: 'force_async', whenMissing: 'null' })).job?.id
  const first = await start()
  nowMs += 1_000
  expect(await start()).toBe(first)
  data = 'visit:2'
  expect(await start()).not.toBe(first)
  await jobs.close()
})
