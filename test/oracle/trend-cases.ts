import { EVERYTHING, type GivenEvent } from './filter-definition.ts'
import { toldEvents } from './told-events.ts'
import type { GivenBreakdown, GivenTrendQuestion, GivenTrendSeries } from './trend-question.ts'

/** A trend question whose answer was worked out by hand. */
interface TrendCase {
  readonly title: string
  readonly events: readonly GivenEvent[]
  readonly question: GivenTrendQuestion
  /** The label of each item with its values. */
  readonly expected: readonly (readonly [string, readonly number[] | number])[]
}

const series = (rest: Partial<GivenTrendSeries>): GivenTrendSeries => ({
  event: 'paid',
  properties: EVERYTHING,
  math: 'total',
  ...rest,
})
const by = (property: string, rest: Partial<GivenBreakdown> = {}): GivenBreakdown => ({
  by: { parts: [{ type: 'event', property }], isList: false },
  limit: null,
  hidesOther: false,
  ...rest,
})

/**
 * Makes a question. By default it is about the days from Tuesday 17 November to Friday the 20th, and now is
 * noon of the 20th.
 */
const asked = (rest: Partial<GivenTrendQuestion>): GivenTrendQuestion => ({
  series: [series({})],
  properties: EVERYTHING,
  filterTestAccounts: false,
  groupTypeIndex: null,
  range: { from: '-3d', to: null, isExplicit: false },
  interval: 'day',
  calendar: { timezone: 'UTC', weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') },
  display: 'ActionsLineGraph',
  smoothing: 1,
  breakdown: null,
  compare: null,
  formulas: [],
  ...rest,
})

const PAID = toldEvents(
  'ada paid@11-13T09:00 paid@11-17T09:00 paid@11-17T10:00 paid@11-19T09:00, bob paid@11-10T09:00 paid@11-19T23:59',
)
const PLANS = toldEvents(
  'ada paid@11-18T09:00+pro paid@11-18T10:00+pro, bob paid@11-18T09:00+free paid@11-19T09:00+trial, cid paid@11-18T12:00',
)
/** Payments of the 18th with these amounts. */
const AMOUNTS = [1, '2', 'abc', true, 2, ' 1 000', null].map(
  (amount, i): GivenEvent => ({
    person: 1,
    name: 'paid',
    atMs: Date.parse('2026-11-18T09:00Z') + i,
    properties: { amount },
  }),
)
/** Three payments of 300 on the 18th, and two of 450 on the 19th. */
const EARNED = (
  [
    ['2026-11-18', 300],
    ['2026-11-18', 300],
    ['2026-11-18', 300],
    ['2026-11-19', 450],
    ['2026-11-19', 450],
  ] as const
).map(
  ([day, amount], i): GivenEvent => ({
    person: 1,
    name: 'paid',
    atMs: Date.parse(`${day}T09:00Z`) + i,
    properties: { amount },
  }),
)
const amount = (math: 'sum' | 'avg' | 'median' | 'max') => series({ math, math_property: 'amount' })

export const TREND_CASES: readonly TrendCase[] = [
  {
    title: 'weekly active: the seven days that end with each day, also those before the range',
    events: toldEvents('ada paid@11-12T00:00, bob paid@11-10T23:59 paid@11-18T09:00'),
    question: asked({ series: [series({ math: 'weekly_active' })] }),
    expected: [['paid', [1, 2, 1, 1]]], // The seven days of the 18th begin with the 12th.
  },
  {
    title: 'weekly active of the whole range: the seven days that end with it',
    events: PAID,
    question: asked({ series: [series({ math: 'weekly_active' })], display: 'BoldNumber' }),
    expected: [['paid', 2]],
  },
  {
    title: 'weekly active of the whole range by the hour: seven calendar days',
    events: toldEvents('ada paid@11-13T20:00, bob paid@11-14T00:00, cid paid@11-20T10:00'),
    question: asked({
      series: [series({ math: 'weekly_active' })],
      range: { from: '-2h', to: null, isExplicit: false },
      interval: 'hour',
      display: 'ActionsTable',
      breakdown: by('plan'),
    }),
    expected: [['None (i.e. no value)', 2]], // The seven days of the 20th begin with the 14th.
  },
  {
    title: 'weekly active by the minute: from the same time of day',
    events: toldEvents('ada paid@11-13T12:00, bob paid@11-13T12:01, cid paid@11-20T10:00'),
    question: asked({
      series: [series({ math: 'weekly_active' })],
      range: { from: '-1M', to: null, isExplicit: false },
      interval: 'minute',
    }),
    expected: [['paid', [3, 2]]], // Minute 11:59 counts from the 13th at 12:00, minute 12:00 from 12:01.
  },
  {
    title: 'the first time of all time',
    events: PAID,
    question: asked({
      range: { from: '-7d', to: null, isExplicit: false },
      series: [series({ math: 'first_time_for_user' })],
    }),
    expected: [['paid', [1, 0, 0, 0, 0, 0, 0, 0]]],
  },
  {
    title: 'a running sum, and persons once each',
    events: PAID,
    question: asked({
      series: [series({}), series({ math: 'dau' })],
      display: 'ActionsLineGraphCumulative',
    }),
    expected: [
      ['paid', [2, 2, 4, 4]],
      ['paid', [1, 1, 2, 2]],
    ],
  },
  {
    title: 'events of each person who has one',
    events: PAID,
    question: asked({ series: [series({ math: 'avg_count_per_actor' })], display: 'ActionsTable' }),
    expected: [['paid', 2]], // ada 3, bob 1
  },
  {
    title: 'numbers, text of numbers, and other values',
    events: AMOUNTS,
    question: asked({
      series: [amount('sum'), amount('avg'), amount('median'), amount('max')],
      display: 'ActionsPie',
    }),
    expected: [
      ['paid', 1005],
      ['paid', 251.25],
      ['paid', 2],
      ['paid', 1000],
    ],
  },
  {
    title: 'a box plot has the medians of its boxes',
    events: EARNED,
    question: asked({ series: [amount('sum')], display: 'BoxPlot' }),
    expected: [['paid', [0, 300, 450, 0]]],
  },
  {
    title: 'the mean of three days, which is not rounded',
    events: PAID,
    question: asked({ smoothing: 3 }),
    expected: [['paid', [2, 1, 4 / 3, 2 / 3]]], // 2, 2/2, 4/3, 2/3
  },
  {
    title: 'the example of the page on breakdowns',
    events: PLANS,
    question: asked({
      series: [series({ math: 'dau' })],
      display: 'ActionsTable',
      breakdown: by('plan', { limit: 1 }),
    }),
    expected: [
      ['pro', 1],
      ['Other (i.e. all remaining values)', 1],
      ['None (i.e. no value)', 1],
    ],
  },
  {
    title: 'two series with their names, and the other values hidden',
    events: PLANS,
    question: asked({
      series: [series({}), series({ event: null })],
      breakdown: by('plan', { limit: 1, hidesOther: true }),
    }),
    expected: [
      ['paid - pro', [0, 2, 0, 0]],
      ['paid - None (i.e. no value)', [0, 1, 0, 0]],
      ['All events - pro', [0, 2, 0, 0]],
      ['All events - None (i.e. no value)', [0, 1, 0, 0]],
    ],
  },
  {
    title: 'bins of equal width over 1 to 1000, of which the middle one is empty',
    events: AMOUNTS,
    question: asked({
      display: 'ActionsTable',
      breakdown: {
        by: { parts: [{ type: 'event', property: 'amount', histogram_bin_count: 3 }], isList: false },
        limit: 1,
        hidesOther: false,
      },
    }),
    expected: [
      ['[1,334]', 3],
      ['[667,1000.01]', 1],
      ['None (i.e. no value)', 3],
    ],
  },
  {
    title: 'a cumulative formula of sums and averages, which are added up bucket by bucket',
    events: EARNED,
    question: asked({
      series: [amount('sum'), amount('avg')],
      display: 'ActionsLineGraphCumulative',
      formulas: [{ operator: '+', left: { series: 0 }, right: { series: 1 } }],
    }),
    expected: [['Formula (A + B)', [0, 1200, 2550, 2550]]],
  },
  {
    title: 'the cumulative average alone, which is the average so far',
    events: EARNED,
    question: asked({ series: [amount('avg')], display: 'ActionsLineGraphCumulative' }),
    expected: [['paid', [0, 300, 360, 360]]],
  },
  {
    title: 'a cumulative formula of a person on two days, who counts once',
    events: EARNED,
    question: asked({
      series: [series({ math: 'dau' }), series({})],
      display: 'ActionsLineGraphCumulative',
      formulas: [{ operator: '+', left: { series: 0 }, right: { series: 1 } }],
    }),
    expected: [['Formula (A + B)', [0, 4, 6, 6]]], // 1 + 3, 1 + 5
  },
  {
    title: 'a formula of two series, with a division by zero, beside the period before',
    events: PAID,
    question: asked({
      series: [series({}), series({ math: 'dau' })],
      formulas: [{ operator: '/', left: { series: 0 }, right: { series: 1 } }],
      compare: { to: '-1w' },
    }),
    expected: [
      ['Formula (A / B)', [2, 0, 1, 0]],
      ['Formula (A / B)', [1, 0, 0, 1]], // bob's 10th, ada's 13th
    ],
  },
]
