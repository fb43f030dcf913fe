import { expect, test } from 'vitest'
import type { SavedQuestion } from '#insights/questions/saved-question.ts'
import { createInProcessAnswering } from '../../../test/fixtures/in-process-answering.ts'
import type { AnswerOptions } from './answering.ts'
import { answerSaved } from './saved-answer.ts'

const NOW_MS = Date.parse('2026-11-20T12:00:00Z')
const PROJECT = { id: 1, timezone: 'UTC', weekStartDay: 0 as const, testAccountFilters: [] }
const TREND = { query: null, filters: { insight: 'TRENDS', events: [{ id: 'visit' }] } }
const UNKNOWN = { query: { kind: 'WebOverviewQuery' }, filters: {} }
const NOTHING = { query: null, filters: {} }
const SHOW: AnswerOptions = { refresh: 'none', whenMissing: 'null' }
const TABLE: AnswerOptions = { refresh: 'none', whenMissing: 'compute' }

/** Each answer is the number of its computation. An event has arrived since the first computation. */
async function computedOnce() {
  let [data, computed] = ['visit:1', 0]
  const compute = async () => ++computed
  const { answering, jobs, cachedKeys } = createInProcessAnswering(
    compute,
    () => data,
    () => NOW_MS,
  )
  const answerTo = async (saved: SavedQuestion, resultKey: string | null, options: AnswerOptions) => {
    const { result, isCached, job } = await answerSaved(
      answering,
      { project: PROJECT, saved, resultKey },
      options,
    )
    return { answer: result?.answer ?? null, isCached, hasJob: job !== null }
  }
  await answerTo(TREND, null, { refresh: 'blocking', whenMissing: 'null' })
  data = 'visit:2'
  return { answerTo, jobs, key: cachedKeys()[0] ?? '' }
}

test('without a refresh the answer is the result that was last shown, for any question', async () => {
  const { answerTo, key } = await computedOnce()
  for (const options of [SHOW, TABLE])
    for (const saved of [TREND, UNKNOWN])
      expect(await answerTo(saved, key, options)).toEqual({ answer: 1, isCached: true, hasJob: false })
})

test('without a refresh and a shown result there is no answer, and the question is not parsed', async () => {
  const { answerTo } = await computedOnce()
  for (const saved of [TREND, UNKNOWN, NOTHING])
    for (const key of [null, 'evicted'])
      expect(await answerTo(saved, key, SHOW)).toEqual({ answer: null, isCached: false, hasJob: false })
})

test('where an answer is needed, any cached result of the question is one, else it is computed', async () => {
  const { answerTo } = await computedOnce()
  expect(await answerTo(TREND, null, TABLE)).toEqual({ answer: 1, isCached: true, hasJob: false })
  const other = { ...TREND, filters: { ...TREND.filters, date_from: '-3d' } }
  expect(await answerTo(other, 'evicted', TABLE)).toEqual({ answer: 2, isCached: false, hasJob: false })
  expect(await answerTo(NOTHING, null, TABLE)).toEqual({ answer: null, isCached: false, hasJob: false })
  await expect(answerTo(UNKNOWN, null, TABLE)).rejects.toMatchObject({ code: 'invalid_choice' })
})

test('the result that was last shown stands in while another is computed in the background', async () => {
  const { answerTo, key, jobs } = await computedOnce()
  const other = { ...TREND, filters: { ...TREND.filters, date_from: '-3d' } }
  const background: AnswerOptions = { refresh: 'async', whenMissing: 'null' }
  expect(await answerTo(other, key, background)).toEqual({ answer: 1, isCached: true, hasJob: true })
  await jobs.close()
})
