import { expect, test } from 'vitest'
import { createInProcessAnswering } from '../../../test/fixtures/in-process-answering.ts'
import { flatNames, trendQuestion } from '../../../test/fixtures/questions.ts'
import type { Compute } from './compute.ts'

const DAY_MS = 86_400_000
const question = {
  project: { id: 1, timezone: 'UTC', weekStartDay: 0 as const, testAccountFilters: [] },
  query: trendQuestion({ events: [{ id: 'visit' }], date_from: '-24h', interval: 'hour' }),
  node: { kind: 'TrendsQuery' },
  at: flatNames,
  warnings: [],
  mentions: [],
}

const untilStopped: Compute = (_, __, { signal } = {}) =>
  new Promise((___, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped'))))

test('a range that moves with the clock does not start a second computation beside the first', async () => {
  let nowMs = 10 * DAY_MS
  let data = 'visit:1'
  const { answering, jobs } = createInProcessAnswering(
    untilStopped,
    () => data,
    () => nowMs,
  )
  const start = async () =>
    (await answering.answer(question, { refresh: 'force_async', whenMissing: 'null' })).job?.id
  const first = await start()
  nowMs += 1_000
  expect(await start()).toBe(first)
  data = 'visit:2'
  expect(await start()).not.toBe(first)
  await jobs.close()
})
