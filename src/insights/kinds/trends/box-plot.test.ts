import { expect, test } from 'vitest'
import { renderLiterals } from '#sql/literal.ts'
import { goldenOf } from '../../../../test/fixtures/golden-statement.ts'
import { resolvedQuestion, trendQuestion } from '../../../../test/fixtures/questions.ts'
import { trends } from './trends.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const AMOUNT = { id: 'paid', math_property: 'amount' }
const planOf = (parameters: object, timezone = 'UTC', facts = {}) =>
  trends.plan(
    resolvedQuestion(
      trends,
      trendQuestion({ events: [AMOUNT], date_from: '-2d', display: 'BoxPlot', ...parameters }),
      { timezone, weekStartDay: 0, nowMs: NOW },
      { projectId: 7, ...facts },
    ),
  )

test.each<[string, object, string]>([
  ['boxes', {}, 'Europe/Berlin'],
  ['boxes-of-durations', { events: [{ id: 'paid', math_property: '$session_duration' }] }, 'UTC'],
  ['boxes-by-browser', { breakdown: '$browser' }, 'UTC'],
])('the statement of %s', async (name, parameters, timezone) => {
  const { values } = trends.queries(planOf(parameters, timezone))
  await expect(goldenOf(values.sql)).toMatchFileSnapshot(`./__golden__/${name}.sql`)
})

test('the percentiles are approximate for many events', () => {
  const { values } = trends.queries(planOf({}, 'UTC', { events: 10_000_001 }))
  expect(renderLiterals(values.sql)).toContain('quantilesGK(1000, 0.25, 0.5, 0.75)')
})

test.each(['sum', 'avg', 'p99', 'total', '', undefined])('the math %s has no effect', (math) => {
  expect(planOf({ events: [{ ...AMOUNT, math }] }).query).toEqual(planOf({}).query)
})

test.each<[string, object, string]>([
  ['without a property', { events: [{ id: 'paid' }] }, 'events__0__math_property'],
  ['without one in a series', { events: [AMOUNT, { id: 'paid', math: 'sum' }] }, 'events__1__math_property'],
  ['of persons', { events: [{ ...AMOUNT, math: 'dau' }] }, 'events__0__math'],
  ['of an expression', { events: [{ ...AMOUNT, math: 'hogql', math_hogql: 'count()' }] }, 'events__0__math'],
  ['with a formula', { formula: 'A / 2' }, 'formula'],
  ['with the mean of buckets', { smoothing_intervals: 3 }, 'smoothing_intervals'],
  ['of nothing', { events: [] }, 'events'],
])('a box plot %s is refused', (_name, parameters, attr) => {
  expect(() => planOf(parameters)).toThrow(expect.objectContaining({ kind: 'invalid', attr }))
})

test('an answer of too many statistics is refused', () => {
  const many = { breakdown: '$browser', breakdown_limit: 1000, date_from: '-199d' }
  expect(() => planOf(many)).toThrow(/could have 1402800 values/)
  expect(planOf({ ...many, display: 'ActionsBar' }).periods).toHaveLength(1)
})

test('the answer has the statistics of each bucket, and tables with a row for each', () => {
  const plan = planOf({ date_from: '-1d' })
  const bucket = Date.parse('2026-11-20T00:00:00Z')
  const row = { period: 0, series: 0, bucket, is_other: false, values: [] }
  const answer = trends.shape(plan, { values: [{ ...row, value: 3, box: [1, 2, 4, 9, 3.5, 4] }] })
  const items = [...trends.items(plan.query, answer, null, {})]
  const none = { min: 0, p25: 0, median: 0, p75: 0, max: 0, mean: 0, count: 0 }
  const found = { min: 1, p25: 2, median: 3, p75: 4, max: 9, mean: 3.5, count: 4 }
  const ofPaid = { series_index: 0, series_label: 'paid' }
  const boxes = [
    { day: '2026-11-19', label: '19-Nov-2026', ...none, ...ofPaid },
    { day: '2026-11-20', label: '20-Nov-2026', ...found, ...ofPaid },
  ]
  expect(items).toMatchObject([
    { data: [0, 3], action: { math: 'median', math_property: 'amount' }, boxplot_data: boxes },
  ])
  expect(trends.besideResult?.(items)).toEqual({ boxplot_data: boxes })
  expect(trends.table(items)).toEqual({
    columns: ['series', 'date', 'min', 'p25', 'median', 'p75', 'max', 'mean', 'count'],
    rows: [
      ['paid', '19-Nov-2026', 0, 0, 0, 0, 0, 0, 0],
      ['paid', '20-Nov-2026', 1, 2, 3, 4, 9, 3.5, 4],
    ],
  })
  const picture = trends.picture(items)
  expect(picture?.chart).toMatchObject({ form: 'lines', series: [{ name: 'paid', values: [0, 3] }] })
  expect(picture?.table.rows[1]).toEqual(['paid', '20-Nov-2026', 1, 2, 3, 4, 9, 3.5, 4])
})

test('any other trend has no boxes', () => {
  const plan = planOf({ display: 'ActionsBar' })
  const items = [...trends.items(plan.query, trends.shape(plan, { values: [] }), null, {})]
  expect(items[0]).not.toHaveProperty('boxplot_data')
  expect(trends.besideResult?.(items)).toEqual({})
})
