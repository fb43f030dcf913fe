import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { givenCases } from './given-cases.ts'
import { createHistory } from './given-events.ts'
import { TREND_CLOCK_CHANGES } from './given-trends.ts'
import { RETENTION_CASES } from './retention-cases.ts'
import { retentionProperty } from './retention-property.ts'
import { retentionStore } from './retention-store.ts'
import { runs, within } from './runs.ts'

const store = retentionStore(createHistory(useApp()))

/** Runs for each clock change. With sixteen changes they make 80 questions, or 5,120 in a long run. */
const RUNS = runs({ short: 1, long: 10 })
const BATCH = runs({ short: 5, long: 32 })

const projectOf = givenCases(RETENTION_CASES, (cases) => store.give(cases.map(({ events }) => events)))

test.each(RETENTION_CASES)('worked out by hand: $title', async (given) => {
  const { asked, expected, expectedSums } = given
  const answer = await store.answer(projectOf(given), asked)
  expect(answer.map(({ counts }) => counts)).toEqual(expected)
  if (expectedSums !== undefined) expect(answer.map(({ sums }) => sums)).toEqual(expectedSums)
})

test.each(TREND_CLOCK_CHANGES)(
  'any retention in %s around %s has the result of the definition',
  async (timezone, change) => {
    await fc.assert(retentionProperty(store, timezone, change, BATCH), within(RUNS))
  },
)
