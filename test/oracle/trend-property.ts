import fc from 'fast-check'
import { expect } from 'vitest'
import type { TrendsQuery } from '../../src/insights/kinds/trends/query.ts'
import type { TrendAnswer } from '../../src/insights/kinds/trends/shape.ts'
import { EVERYTHING, type GivenEvent } from './filter-definition.ts'
import { givenMatcher } from './given-actions.ts'
import { definitionsOf, type History, toGroup, toSeries } from './given-events.ts'
import { givenGroup, givenProperties, URLS } from './given-filters.ts'
import { hasBegun, INTERVALS, rangeOf, sinceChangeMs } from './given-ranges.ts'
import { givenGroups, givenWorld, inWorld } from './given-world.ts'
import { type DefinedSeries, type GivenTrend, trendByDefinition, trendPersons } from './trend-definition.ts'

interface GivenTrendHistory extends GivenTrend {
  readonly events: readonly GivenEvent[]
  /** Decides for which number of the answer people are asked. */
  readonly looked: number
}

const NAMES = ['paid', 'Paid', "it's \\ 50 %"]

const event = fc.record({
  person: fc.constantFrom(1, 1, 2, 3),
  name: fc.constantFrom('paid', ...NAMES),
  sinceChangeMs,
  properties: givenProperties,
  groups: givenGroups,
})
const series = fc
  .record({
    matcher: givenMatcher({ names: [null, 'paid', ...NAMES], urls: URLS, properties: givenGroup }),
    math: fc.constantFrom('total' as const, 'dau' as const),
  })
  .map(({ matcher, math }) => ({ ...matcher, math }))

const givenTrend = (timezone: string, changeMs: number): fc.Arbitrary<GivenTrendHistory> =>
  fc.constantFrom(...INTERVALS).chain((interval) =>
    fc
      .record({
        range: rangeOf(changeMs, interval),
        nowSinceChangeMinutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
        weekStartDay: fc.constantFrom(0 as const, 1 as const),
        series: fc.array(series, { minLength: 1, maxLength: 3 }),
        properties: fc.oneof({ weight: 3, arbitrary: fc.constant(EVERYTHING) }, givenGroup),
        events: fc.array(event, { maxLength: 20, size: 'max' }),
        world: givenWorld,
        looked: fc.nat(1000),
      })
      .map(({ nowSinceChangeMinutes, weekStartDay, events, world, ...asked }) => ({
        ...asked,
        interval,
        calendar: { timezone, weekStartDay, nowMs: changeMs + nowSinceChangeMinutes * 60_000 },
        events: events
          .map(inWorld(world))
          .map(({ sinceChangeMs, ...rest }) => ({ ...rest, atMs: changeMs + sinceChangeMs })),
      }))
      .filter(({ range, events, calendar }) => range.from !== 'all' || hasBegun(events, calendar.nowMs)),
  )

const toQuery = ({ series, range, properties, interval }: GivenTrend): TrendsQuery => ({
  kind: 'trends',
  series: series.map((one, place) => toSeries(one, one.math, place)),
  dateRange: range,
  properties: toGroup(properties),
  breakdown: null,
  filterTestAccounts: false,
  interval,
  form: 'bucket',
  compare: null,
  formulas: [],
  rowOffset: 0,
  smoothingIntervals: 1,
  groupTypeIndex: null,
})

/** Returns the series of the answer that the store gives. */
export async function answeredSeries(
  history: History,
  projectId: number,
  trend: GivenTrend,
): Promise<DefinedSeries[]> {
  const answer = (await history.ask(
    projectId,
    trend.calendar,
    toQuery(trend),
    definitionsOf(trend.series),
  )) as TrendAnswer
  return answer.rows.map(({ days, data }) => ({ days, data }))
}

const CELL = { period: 'current', row: null } as const

/** Chooses a bucket with events if there is one, or all buckets. */
function cellOf(answer: readonly DefinedSeries[], looked: number) {
  const cells = answer.flatMap(({ data }, series) => [
    { ...CELL, series, bucket: null },
    ...data.flatMap((value, bucket) => (value > 0 ? [{ ...CELL, series, bucket }] : [])),
  ])
  return cells[looked % cells.length] ?? { ...CELL, series: 0, bucket: null }
}

/**
 * Checks `batch` trends around one clock change. Their histories are stored at once, because storing takes
 * most of the time.
 */
export const trendProperty = (history: History, timezone: string, change: string, batch: number) =>
  fc.asyncProperty(
    fc.array(givenTrend(timezone, Date.parse(change)), { minLength: batch, maxLength: batch }),
    async (trends) => {
      const ids = await history.give(trends.map(({ events }) => events))
      await Promise.all(
        trends.map(async (trend, i) => {
          const id = ids[i] ?? 0
          const defined = trendByDefinition(trend.events, trend)
          expect(await answeredSeries(history, id, trend), JSON.stringify(trend)).toEqual(defined)
          const cell = cellOf(defined, trend.looked)
          const people = await history.people(
            id,
            trend.calendar,
            toQuery(trend),
            definitionsOf(trend.series),
            cell,
          )
          expect(people, JSON.stringify({ cell, trend })).toEqual(trendPersons(trend.events, trend, cell))
        }),
      )
    },
  )
