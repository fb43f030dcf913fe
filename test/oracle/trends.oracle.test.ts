import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { EVERYTHING } from './filter-definition.ts'
import { createHistory } from './given-events.ts'
import { CLOCK_CHANGES } from './given-ranges.ts'
import { runs, within } from './runs.ts'
import { type GivenTrend, trendByDefinition } from './trend-definition.ts'
import { answeredSeries, trendProperty } from './trend-property.ts'

const server = useApp()
const history = createHistory(server)

/** Runs for each clock change. With twelve changes they make 60 questions, or 5,040 in a long run. */
const RUNS = runs({ short: 1, long: 10 })
const BATCH = runs({ short: 5, long: 42 })

const paid = (person: number, at: string) => ({
  person,
  name: 'paid',
  atMs: Date.parse(`2026-11-${at}:00Z`),
  properties: {},
})

test('the definition and the store have the result of the semantics page', async () => {
  const [ada, bob] = [1, 2]
  const events = [
    paid(ada, '18T22:59'), // 18 Nov 23:59 in Berlin
    paid(ada, '18T23:01'), // 19 Nov 00:01 in Berlin
    paid(ada, '19T08:00'),
    paid(bob, '19T09:00'),
  ]
  const trend: GivenTrend = {
    series: [
      { event: 'paid', properties: EVERYTHING, math: 'total' },
      { event: 'paid', properties: EVERYTHING, math: 'dau' },
    ],
    properties: EVERYTHING,
    range: { from: '-2d', to: null, isExplicit: false },
    interval: 'day',
    calendar: { timezone: 'Europe/Berlin', weekStartDay: 0, nowMs: server.nowMs },
  }
  const days = ['2026-11-18', '2026-11-19', '2026-11-20']
  const expected = [
    { days, data: [1, 3, 0] },
    { days, data: [1, 2, 0] },
  ]
  expect(trendByDefinition(events, trend)).toEqual(expected)
  const [projectId = 0] = await history.give([events])
  expect(await answeredSeries(history, projectId, trend)).toEqual(expected)
})

test.each(CLOCK_CHANGES)(
  'any trend in %s around %s has the result of the definition',
  async (timezone, change) => {
    await fc.assert(trendProperty(history, timezone, change, BATCH), within(RUNS))
  },
)
