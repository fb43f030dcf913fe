import { describe, expect, test } from 'vitest'
import { sql } from '#sql/fragment.ts'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { flatQuestion, resolvedQuestion } from '../../../test/fixtures/questions.ts'
import type { RetentionCell } from './people.ts'
import { valuesQuery } from './queries.ts'
import type { RetentionQuery } from './query.ts'
import { retention } from './retention.ts'
import { type EdgeResults, largestRows } from './row-edges.ts'

const [signedIn, paid] = [{ id: 'signed in' }, { id: 'paid' }]

function planOf(parameters: object, { timezone = 'UTC', hasMerges = false } = {}) {
  const body = { target_entity: signedIn, returning_entity: paid, total_intervals: 4, ...parameters }
  const query = flatQuestion(retention, body).query as RetentionQuery
  const calendar = { timezone, weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') } as const
  return retention.plan(resolvedQuestion(retention, query, calendar, { projectId: 7, hasMerges }))
}
const golden = (name: string) => `./__golden__/${name}.sql`
const filtered = { ...signedIn, properties: [{ key: 'plan', value: 'pro' }] }
const ROLLING = { time_window_mode: '24_hour_windows' }
const FIRST = { retention_type: 'retention_first_time' }

test.each([
  [[2], 3],
  [[2, 3], 1],
  [[2, null], 1],
])('a breakdown into bins of %j keeps its limit if it is among several', (bins, limit) => {
  const breakdowns = bins.map((count) => ({ property: 'size', histogram_bin_count: count }))
  expect(planOf({ breakdowns, breakdown_limit: 1 }).query.breakdown).toMatchObject({ limit })
})

describe('the statement', () => {
  test.each<[string, object, Parameters<typeof planOf>[1]]>([
    ['days-in-utc', {}, {}],
    ['weeks-of-merged-persons', { period: 'Week' }, { hasMerges: true }],
    ['days-in-berlin-of-one-event', { returning_entity: signedIn }, { timezone: 'Europe/Berlin' }],
    ['cumulative-groups', { cumulative: true, aggregation_group_type_index: 2 }, {}],
    ['more-than-64-hours', { period: 'Hour', total_intervals: 65 }, {}],
    ['two-occurrences', { minimum_occurrences: 2 }, {}],
    ['by-cohorts', { breakdown: [3, 'all'], breakdown_type: 'cohort' }, {}],
    ['rolling-days', { ...ROLLING, cumulative: true }, { hasMerges: true }],
    ['rolling-weeks-of-groups', { ...ROLLING, period: 'Week', aggregation_group_type_index: 2 }, {}],
    ['rolling-two-occurrences', { ...ROLLING, minimum_occurrences: 2 }, {}],
    ['rolling-first-time', { ...FIRST, ...ROLLING }, {}],
    ['first-time', { ...FIRST, properties: filtered.properties }, {}],
    [
      'first-ever-occurrence',
      {
        retention_type: 'retention_first_ever_occurrence',
        target_entity: filtered,
        properties: [{ key: 'size', value: 5 }],
      },
      {},
    ],
  ])('%s', async (name, parameters, circumstances) => {
    const { sql } = retention.queries(planOf(parameters, circumstances)).values
    await expect(goldenOf(sql)).toMatchFileSnapshot(golden(name))
  })

  const BY_BROWSER = { breakdown: '$browser', breakdown_limit: 2 }
  const BY_TWO = {
    breakdowns: [
      { property: 'plan', type: 'person' },
      { property: 'amount', histogram_bin_count: 3 },
    ],
  }
  const edges: EdgeResults = {
    bounds: [{ property: 1, least: 2, greatest: 8 }],
    largest: [{ values: ['pro', '[2,4]'] }, { values: ['free', ''] }],
  }

  test.each<[string, object, EdgeResults]>([
    ['by-browser', BY_BROWSER, { largest: [{ values: ['Chrome'] }, { values: ['Firefox'] }] }],
    ['rolling-by-browser', { ...ROLLING, ...BY_BROWSER }, { largest: [{ values: ['Chrome'] }] }],
    ['first-time-by-browser', { ...FIRST, ...BY_BROWSER }, { largest: [{ values: ['Chrome'] }] }],
    ['by-plans-and-bins', BY_TWO, edges],
  ])('%s', async (name, parameters, { largest, ...earlier }) => {
    const plan = planOf(parameters)
    const results: EdgeResults = { ...earlier, largest: largest ?? [] }
    await expect(goldenOf(valuesQuery(plan, results))).toMatchFileSnapshot(golden(name))
    await expect(goldenOf(largestRows(plan, earlier))).toMatchFileSnapshot(golden(`${name}-largest`))
  })

  test('of the bounds of bins', async () => {
    const { bounds } = retention.queries(planOf(BY_TWO))
    await expect(goldenOf(bounds?.sql ?? sql``)).toMatchFileSnapshot(golden('bounds'))
  })

  test.each<[string, object, RetentionCell]>([
    ['people', {}, { cohort: 1, value: 2, row: null }],
    ['rolling-people', ROLLING, { cohort: 1, value: 2, row: null }],
    ['people-of-a-browser', BY_BROWSER, { cohort: 1, value: 2, row: { values: ['Chrome'] } }],
    ['people-without-a-browser', BY_BROWSER, { cohort: 1, value: 2, row: { values: [''] } }],
  ])('of the %s behind a value', async (name, parameters, cell) => {
    const people = retention.cells.people(planOf(parameters), cell)
    await expect(goldenOf(people.sql)).toMatchFileSnapshot(golden(name))
  })
})

describe('the intervals', () => {
  const startsOf = (parameters: object, timezone = 'UTC') =>
    planOf({ total_intervals: 3, ...parameters }, { timezone }).period.buckets.map(({ day }) => day)

  test.each<[string, object, string, string[]]>([
    ['days', {}, 'UTC', ['2026-11-18', '2026-11-19', '2026-11-20']],
    ['weeks', { period: 'WEEK' }, 'UTC', ['2026-11-01', '2026-11-08', '2026-11-15']],
    ['months', { period: 'month' }, 'UTC', ['2026-09-01', '2026-10-01', '2026-11-01']],
    [
      'hours',
      { period: 'Hour' },
      'UTC',
      ['2026-11-20 10:00:00', '2026-11-20 11:00:00', '2026-11-20 12:00:00'],
    ],
    [
      'the hours of a day',
      { period: 'Hour', date_to: '2026-11-18' },
      'Asia/Kathmandu',
      ['2026-11-18 21:00:00', '2026-11-18 22:00:00', '2026-11-18 23:00:00'],
    ],
    [
      'days without the one that a zone left out',
      { date_to: '2011-12-31' },
      'Pacific/Apia',
      ['2011-12-28', '2011-12-29', '2011-12-31'],
    ],
    [
      'the weeks up to an explicit date',
      { period: 'Week', date_to: '2026-11-10', explicit_date: true },
      'UTC',
      ['2026-10-25', '2026-11-01', '2026-11-08'],
    ],
  ])('%s end with the one of date_to', (_name, parameters, timezone, days) => {
    expect(startsOf(parameters, timezone)).toEqual(days)
  })

  test('are whole, whatever the day in the last one, and end with an explicit date', () => {
    const endOf = (parameters: object) => new Date(planOf(parameters).period.toMs).toISOString()
    expect(endOf({ period: 'Week', date_to: '2026-11-10' })).toBe('2026-11-15T00:00:00.000Z')
    const explicit = { date_to: '2026-11-10', explicit_date: true }
    expect(endOf({ period: 'Week', ...explicit })).toBe('2026-11-10T00:00:00.001Z')
  })
})

describe('the answer', () => {
  const rows = [
    { row_place: 0, cohort: 2, value: 0, actors: 4 },
    { row_place: 0, cohort: 0, value: 3, actors: 1 },
    { row_place: 0, cohort: 0, value: 0, actors: 10 },
    { row_place: 0, cohort: 0, value: 1, actors: 5 },
    { row_place: 0, cohort: 2, value: 1, actors: 3 },
  ]
  const answerTo = (parameters: object, timezone = 'UTC') => {
    const plan = planOf(parameters, { timezone })
    return retention.items(plan.query, retention.shape(plan, { values: rows }), null, {})
  }

  test('has a value for each interval from that of its cohort, for rows in any order', () => {
    const items = answerTo({}, 'Asia/Kathmandu')
    expect(items.map(({ label, date, values }) => [label, date, values.map(({ count }) => count)])).toEqual([
      ['Day 0', '2026-11-17T00:00:00+05:45', [10, 5, 0, 1]],
      ['Day 1', '2026-11-18T00:00:00+05:45', [0, 0, 0]],
      ['Day 2', '2026-11-19T00:00:00+05:45', [4, 3]],
      ['Day 3', '2026-11-20T00:00:00+05:45', [0]],
    ])
    expect(items[1]?.values.map((one) => [one.label, one.rate, one.is_incomplete])).toEqual([
      ['Day 0', null, false],
      ['Day 1', null, false],
      ['Day 2', null, true],
    ])
  })

  test.each([
    ['total', [1, 0.5, 0, 0.1]],
    ['previous', [1, 0.5, 0, null]],
  ])('has rates of the %s', (retention_reference, rates) => {
    expect(answerTo({ retention_reference })[0]?.values.map(({ rate }) => rate)).toEqual(rates)
  })

  test('marks the last interval that an explicit date ends', () => {
    const items = answerTo({ date_to: '2026-11-18T10:00:00Z', explicit_date: true })
    expect(items[0]?.values.map((one) => one.is_incomplete)).toEqual([false, false, false, true])
  })

  test.each<[string, object, boolean[][]]>([
    // Who began at the end of the 17th has a window 1 up to the end of the 19th.
    ['days', {}, [[false, false, true, true], [false, true, true], [false, true], [true]]],
    // The last interval of the range is over, and no event after it is read.
    [
      'past days',
      { date_to: '2026-11-18' },
      [[false, false, false, true], [false, false, true], [false, true], [false]],
    ],
    // Windows of 30 days: 90 days after January end on 2 May, 60 days after February on 30 April.
    [
      'months',
      { period: 'Month', date_to: '2026-04-05' },
      [[false, false, true, true], [false, false, true], [false, true], [false]],
    ],
  ])('marks the rolling windows of %s that can go on after the whole intervals', (_name, more, expected) => {
    const items = answerTo({ ...ROLLING, ...more })
    expect(items.map(({ values }) => values.map((one) => one.is_incomplete))).toEqual(expected)
  })

  test('is a table and a picture with means of the whole intervals', () => {
    const items = answerTo({})
    expect(retention.table(items)).toEqual({
      columns: ['cohort', 'cohort size', 'Day 0', 'Day 1', 'Day 2', 'Day 3'],
      rows: [
        ['2026-11-17', 10, 10, 5, 0, 1],
        ['2026-11-18', 0, 0, 0, 0, null],
        ['2026-11-19', 4, 4, 3, null, null],
        ['2026-11-20', 0, 0, null, null, null],
      ],
    })
    // Value 1 of the 19th is that of the 20th, which is not over.
    expect(retention.picture(items)?.table.rows.slice(0, 2)).toEqual([
      ['Weighted mean', null, 0.5, 0, null],
      ['2026-11-17', 10, 0.5, 0, { unfinished: 0.1 }],
    ])
    expect(retention.picture(items)?.chart).toEqual({
      form: 'lines',
      labels: ['Day 0', 'Day 1', 'Day 2'],
      series: [{ name: 'Weighted mean in percent', values: [100, 50, 0] }],
    })
  })

  test('has the rows of a breakdown by the size of their cohorts, other and none behind them', () => {
    const plan = planOf({ breakdown: '$browser', total_intervals: 2, date_to: '2026-11-18' })
    const row = (row_place: number, actors: number) => [
      { row_place, cohort: 0, value: 0, actors },
      { row_place, cohort: 0, value: 1, actors: 1 },
    ]
    const values = [...row(0, 9), ...row(1, 8), ...row(2, 2), ...row(3, 4)]
    const largest = [{ values: ['Chrome'] }, { values: ['Firefox'] }]
    const items = retention.items(plan.query, retention.shape(plan, { values, largest }), null, {})
    expect(items.map((item) => [item.breakdown_value, item.breakdown_values, item.values[0]?.count])).toEqual(
      [
        ['Firefox', ['Firefox'], 4],
        ['Firefox', ['Firefox'], 0],
        ['Chrome', ['Chrome'], 2],
        ['Chrome', ['Chrome'], 0],
        ['$$_posthog_breakdown_other_$$', ['Other (i.e. all remaining values)'], 9],
        ['$$_posthog_breakdown_other_$$', ['Other (i.e. all remaining values)'], 0],
        ['$$_posthog_breakdown_null_$$', ['None (i.e. no value)'], 8],
        ['$$_posthog_breakdown_null_$$', ['None (i.e. no value)'], 0],
      ],
    )
    expect(retention.table(items).rows.slice(0, 2)).toEqual([
      ['Firefox', '2026-11-17', 4, 4, 1],
      ['Firefox', '2026-11-18', 0, 0, null],
    ])
    const picture = retention.picture(items)
    expect(picture?.chart).toMatchObject({
      labels: ['Day 0', 'Day 1'],
      series: [{ name: 'Firefox', values: [100, 25] }, { name: 'Chrome', values: [100, 50] }, {}, {}],
    })
    expect(picture?.table.rows.slice(0, 2)).toEqual([
      ['Firefox', 'Weighted mean', null, 0.25],
      ['Firefox', '2026-11-17', 4, 0.25],
    ])
  })

  test('by the hour has times in its table', () => {
    expect(retention.table(answerTo({ period: 'Hour' })).rows[0]?.[0]).toBe('2026-11-20T09:00:00Z')
  })
})
