import fc from 'fast-check'
import { EVERYTHING } from './filter-definition.ts'
import { givenBreakdown } from './given-breakdowns.ts'
import { givenGroup } from './given-filters.ts'
import { givenFormula } from './given-formulas.ts'
import { CLOCK_CHANGES, hasBegun, INTERVALS, MOST_DAYS, rangeOf, rangeOfMinutes } from './given-ranges.ts'
import { givenTrendSeries } from './given-trend-series.ts'
import { type GivenTrendWorld, givenTrendWorld } from './given-trend-world.ts'
import { BUCKET_DISPLAYS, type GivenTrendQuestion, WHOLE_DISPLAYS } from './trend-question.ts'

/**
 * The clock changes of `CLOCK_CHANGES` and more, among them a day of 23 hours without a midnight and a day
 * that a zone left out.
 */
export const TREND_CLOCK_CHANGES = [
  ...CLOCK_CHANGES,
  ['America/Sao_Paulo', '2018-11-04T03:00Z'],
  ['America/Sao_Paulo', '2018-02-18T02:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00Z'],
  ['Pacific/Apia', '2021-04-03T14:00Z'],
] as const

interface AskedWorld {
  readonly world: GivenTrendWorld
  readonly questions: readonly GivenTrendQuestion[]
}

/** Longest range by the hour for `all`. A thousand buckets would take most of the time. */
const MOST_HOURLY_MS = 12 * 86_400_000

const rarely = <T>(value: fc.Arbitrary<T>, otherwise: T) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value })

/** Projects at one moment up to three days after a clock change. */
export interface AskedWorlds {
  readonly nowMs: number
  readonly worlds: readonly AskedWorld[]
}
export const askedWorlds = (
  timezone: string,
  changeMs: number,
  count: { readonly worlds: number; readonly questions: number },
): fc.Arbitrary<AskedWorlds> =>
  fc
    .oneof(
      fc.integer({ min: 0, max: 3 * 24 * 60 }),
      fc.integer({ min: 0, max: 3 * 24 }).map((hours) => hours * 60),
    )
    .map((minutes) => changeMs + minutes * 60_000)
    .chain((nowMs) =>
      fc
        .array(askedWorld(timezone, changeMs, nowMs, count.questions), {
          minLength: count.worlds,
          maxLength: count.worlds,
        })
        .map((worlds) => ({ nowMs, worlds })),
    )

/**
 * Returns whether the range is exactly the one day that the zone left out. The server refuses such a range,
 * because it ends before it begins.
 */
export const isOfNoDay = ({
  range,
  calendar: { timezone },
}: Pick<GivenTrendQuestion, 'range' | 'calendar'>) =>
  timezone === 'Pacific/Apia' && range.from === '2011-12-30' && range.to === '2011-12-30'

/** A project, and questions about it at one moment after a clock change. */
export const askedWorld = (
  timezone: string,
  changeMs: number,
  nowMs: number,
  count: number,
): fc.Arbitrary<AskedWorld> =>
  // The first runs of a property are biased to small values. A single run would hardly ever have a breakdown
  // with more than one row.
  fc.noBias(
    givenTrendWorld(changeMs).chain((world) => {
      const calendar = { timezone, weekStartDay: world.weekStartDay, nowMs }
      const firstMs = Math.min(...world.events.map(({ atMs }) => atMs))
      const question = givenQuestion(calendar, changeMs).filter(
        (one) =>
          !isOfNoDay(one) &&
          (one.range.from !== 'all' ||
            (hasBegun(world.events, nowMs) && (one.interval !== 'hour' || nowMs - firstMs < MOST_HOURLY_MS))),
      )
      return fc
        .array(question, { minLength: count, maxLength: count })
        .map((questions) => ({ world, questions }))
    }),
  )

const givenQuestion = (
  calendar: GivenTrendQuestion['calendar'],
  changeMs: number,
): fc.Arbitrary<GivenTrendQuestion> =>
  fc
    .record({
      interval: fc.constantFrom(...INTERVALS, ...INTERVALS, 'minute' as const),
      smoothing: rarely(fc.constantFrom(2, 3), 1),
      seriesCount: fc.constantFrom(1, 1, 2, 3),
    })
    .chain(({ interval, smoothing, seriesCount }) => {
      return fc.record({
        series: fc.array(givenTrendSeries, { minLength: seriesCount, maxLength: seriesCount }),
        properties: rarely(givenGroup, EVERYTHING),
        filterTestAccounts: rarely(fc.constant(true), false),
        groupTypeIndex: rarely(fc.constantFrom<number | null>(0, 4, 1), null),
        range:
          interval === 'minute' ? rangeOfMinutes(changeMs) : rangeOf(changeMs, interval, MOST_DAYS[interval]),
        interval: fc.constant(interval),
        calendar: fc.constant(calendar),
        display: fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...BUCKET_DISPLAYS) },
          fc.constantFrom(...WHOLE_DISPLAYS),
        ),
        smoothing: fc.constant(smoothing),
        breakdown: fc.option(givenBreakdown(['property', 'cohorts', 'bins', 'list', 'cohortsBeside']), {
          freq: 2,
        }),
        compare: fc.option(
          fc.record({
            to: fc.constantFrom(
              null,
              null,
              '-1d',
              '-1w',
              '-14d',
              '-1m',
              '-1y',
              interval === 'minute' ? '-30M' : null,
            ),
          }),
          { freq: 2 },
        ),
        formulas: rarely(fc.array(givenFormula(seriesCount), { minLength: 1, maxLength: 2 }), []),
      })
    })
    .map((question) => (question.display === 'BoxPlot' ? asBoxes(question) : question))

/**
 * Changes a question into one for a box plot: each series reads a property, and needs no statistic in `math`.
 */
const asBoxes = (question: GivenTrendQuestion): GivenTrendQuestion => ({
  ...question,
  series: question.series.map(({ math_group_type_index: _, math_hogql: _1, ...one }) =>
    one.math_property === undefined ? { ...one, math: 'total', math_property: 'amount' } : one,
  ),
  smoothing: 1,
  formulas: [],
})
