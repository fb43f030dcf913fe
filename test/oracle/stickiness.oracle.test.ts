import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StickinessQuery } from '../../src/insights/kinds/stickiness/query.ts'
import type { SeriesStickiness } from '../../src/insights/kinds/stickiness/shape.ts'
import { stickiness } from '../../src/insights/kinds/stickiness/stickiness.ts'
import { useApp } from '../fixtures/use-app.ts'
import { givenCases } from './given-cases.ts'
import { createHistory, definitionsOf, toGroup, toSeries } from './given-events.ts'
import { CLOCK_CHANGES } from './given-ranges.ts'
import { runs, within } from './runs.ts'
import { STICKINESS_CASES } from './stickiness-cases.ts'
import { STICKINESS_COMPARE_CASES } from './stickiness-compare-cases.ts'
import type { GivenStickiness, GivenStickinessSeries } from './stickiness-definition.ts'
import { STICKINESS_HOUR_CASES } from './stickiness-hour-cases.ts'
import { type StickinessStore, stickinessProperty } from './stickiness-property.ts'

const history = createHistory(useApp())

/** Runs for each clock change. With twelve changes they make 60 questions, or 5,040 in a long run. */
const RUNS = runs({ short: 1, long: 10 })
const BATCH = runs({ short: 5, long: 42 })

const toStickySeries = ({ math, ...matcher }: GivenStickinessSeries, place: number) =>
  typeof math === 'string'
    ? toSeries(matcher, math, place)
    : { ...toSeries(matcher, 'unique_group' as const, place), mathGroupTypeIndex: math.uniqueGroup }

const toQuery = ({ series, properties, range, calendar: _, ...asked }: GivenStickiness): StickinessQuery => ({
  kind: 'stickiness',
  ...asked,
  series: series.map(toStickySeries),
  properties: toGroup(properties),
  dateRange: range,
  breakdown: null,
  filterTestAccounts: false,
})

const store: StickinessStore = {
  give: history.give,
  async answer(projectId, asked) {
    const query = toQuery(asked)
    const answer = (await history.ask(
      projectId,
      asked.calendar,
      query,
      definitionsOf(asked.series),
    )) as SeriesStickiness[]
    return [...stickiness.items(query, answer, null, {})].map(
      ({ compare_label: compareLabel = null, days, data, count }) => ({
        compareLabel,
        days,
        data,
        count,
      }),
    )
  },
  people: (projectId, asked, { isPrevious, ...cell }) =>
    history.people(projectId, asked.calendar, toQuery(asked), definitionsOf(asked.series), {
      period: isPrevious ? 1 : 0,
      ...cell,
    }),
}

const CASES = [...STICKINESS_CASES, ...STICKINESS_COMPARE_CASES, ...STICKINESS_HOUR_CASES]
const projectOf = givenCases(CASES, (cases) => store.give(cases.map(({ events }) => events)))

test.each(CASES)('worked out by hand: $title', async (given) => {
  const answer = await store.answer(projectOf(given), given.asked)
  expect(answer.map(({ compareLabel, data, count }) => [compareLabel, data, count])).toEqual(given.expected)
})

test.each(CLOCK_CHANGES)(
  'any stickiness in %s around %s has the result of the definition',
  async (timezone, change) => {
    await fc.assert(stickinessProperty(store, timezone, change, BATCH), within(RUNS))
  },
)
