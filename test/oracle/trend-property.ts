import fc from 'fast-check'
import { expect } from 'vitest'
import type { TrendsQuery } from '../../src/insights/trends/query.ts'
import type { TrendSeries } from '../../src/insights/trends/shape.ts'
import type { DateRange } from '../../src/query/date-range.ts'
import type { Interval } from '../../src/query/interval.ts'
import { EVERYTHING, type GivenEvent } from './filter-definition.ts'
import { type History, toGroup, toSeries } from './given-events.ts'
import { givenGroup, givenProperties } from './given-filters.ts'
import { type DefinedSeries, type GivenTrend, trendByDefinition } from './trend-definition.ts'

interface GivenTrendHistory extends GivenTrend {
  readonly events: readonly GivenEvent[]
}

/** Where, and the first instant after the clocks change there (in Kathmandu, which has no summer time, a midnight). */
export const CLOCK_CHANGES = [
  ['UTC', '2026-07-01T00:00Z'],
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['America/Havana', '2026-03-08T05:00Z'],
  ['America/Havana', '2026-11-01T05:00Z'],
  ['America/Santiago', '2026-04-05T03:00Z'],
  ['America/Santiago', '2026-09-06T04:00Z'],
  ['Asia/Kathmandu', '2026-06-14T18:15Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Africa/Cairo', '2026-04-23T22:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00Z'],
] as const
const NAMES = ['paid', 'Paid', "it's \\ 50 %"]
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

// Half hours around the change, most of them close to it, and whole days from it; and a millisecond to either side.
const halfHours = (most: number) =>
  fc.integer({ min: -most, max: most }).map((count) => (count * HOUR_MS) / 2)
const sinceChangeMs = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: halfHours(5) },
      { weight: 1, arbitrary: halfHours(100) },
      { weight: 1, arbitrary: fc.integer({ min: -40, max: 3 }).map((days) => days * DAY_MS) },
    ),
    fc.constantFrom(0, 0, -1, 1, 60_000),
  )
  .map(([a, b]) => a + b)

const event = fc.record({
  person: fc.constantFrom(1, 1, 2, 3),
  name: fc.constantFrom('paid', ...NAMES),
  sinceChangeMs,
  properties: givenProperties,
})
const series = fc.record({
  event: fc.constantFrom(null, 'paid', ...NAMES),
  properties: givenGroup,
  math: fc.constantFrom('total' as const, 'dau' as const),
})

const RELATIVE = ['-24h', '-5h', '-30h', 'dStart', 'wStart', 'all']
const LONG_RELATIVE = ['-1d', '-3d', '-2w', 'mStart']

/** Dates around the change. Days back are not asked in hours: the definition would have to know the clocks there. */
const rangeOf = (changeMs: number, interval: Interval): fc.Arbitrary<DateRange> => {
  const instant = (sinceMs: number) => new Date(changeMs + sinceMs).toISOString()
  const day = (sinceMs: number) => instant(sinceMs).slice(0, 10)
  const beforeMs = fc.integer({ min: -5 * 48, max: 0 }).map((halfHours) => (halfHours * HOUR_MS) / 2)
  const afterMs = fc.integer({ min: 1, max: 5 * 48 }).map((halfHours) => (halfHours * HOUR_MS) / 2)
  const relative = interval === 'hour' ? RELATIVE : [...RELATIVE, ...LONG_RELATIVE]
  const since = (from: string): DateRange => ({ from, to: null, isExplicit: false })
  const between = (from: string, to: string, isExplicit: boolean): DateRange => ({ from, to, isExplicit })
  return fc.oneof(
    fc.constantFrom(...relative).map(since),
    beforeMs.map((at) => since(day(at - DAY_MS))),
    beforeMs.map((at) => since(instant(at))),
    fc.tuple(beforeMs, afterMs).map(([from, to]) => between(day(from), day(to), false)),
    fc.tuple(beforeMs, afterMs).map(([from, to]) => between(instant(from), instant(to), true)),
  )
}

const givenTrend = (timezone: string, changeMs: number): fc.Arbitrary<GivenTrendHistory> =>
  fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const).chain((interval) =>
    fc
      .record({
        range: rangeOf(changeMs, interval),
        nowSinceChangeMinutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
        weekStartDay: fc.constantFrom(0 as const, 1 as const),
        series: fc.array(series, { minLength: 1, maxLength: 3 }),
        properties: fc.oneof({ weight: 3, arbitrary: fc.constant(EVERYTHING) }, givenGroup),
        events: fc.array(event, { maxLength: 20, size: 'max' }),
      })
      .map(({ nowSinceChangeMinutes, weekStartDay, events, ...asked }) => ({
        ...asked,
        interval,
        calendar: { timezone, weekStartDay, nowMs: changeMs + nowSinceChangeMinutes * 60_000 },
        events: events.map(({ sinceChangeMs, ...rest }) => ({ ...rest, atMs: changeMs + sinceChangeMs })),
      }))
      .filter(({ range, events, calendar }) => range.from !== 'all' || hasBegun(events, calendar.nowMs)),
  )

// A range of `all` that begins after now is an error.
const hasBegun = (events: readonly GivenEvent[], nowMs: number) =>
  events.length === 0 || events.some(({ atMs }) => atMs <= nowMs)

/** The series that the store answers. */
export async function answeredSeries(
  history: History,
  projectId: number,
  trend: GivenTrend,
): Promise<DefinedSeries[]> {
  const query: TrendsQuery = {
    kind: 'trends',
    series: trend.series.map((one) => toSeries(one, one.math)),
    dateRange: trend.range,
    properties: toGroup(trend.properties),
    filterTestAccounts: false,
    interval: trend.interval,
  }
  const answer = (await history.ask(projectId, trend.calendar, query)) as TrendSeries[]
  return answer.map(({ days, data }) => ({ days, data }))
}

/** Any trends around one change of the clocks. Up to `batch` are stored at once, which is what takes the time. */
export const trendProperty = (history: History, timezone: string, change: string, batch: number) =>
  fc.asyncProperty(
    fc.array(givenTrend(timezone, Date.parse(change)), { minLength: 1, maxLength: batch, size: 'max' }),
    async (trends) => {
      const ids = await history.give(trends.map(({ events }) => events))
      const answers = await Promise.all(trends.map((trend, i) => answeredSeries(history, ids[i] ?? 0, trend)))
      for (const [i, trend] of trends.entries())
        expect(answers[i], JSON.stringify(trend)).toEqual(trendByDefinition(trend.events, trend))
    },
  )
