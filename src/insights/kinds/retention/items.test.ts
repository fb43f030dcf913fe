import { describe, expect, test } from 'vitest'
import { planOf, ROLLING } from '../../../../test/fixtures/retention-plan.ts'
import { retention } from './retention.ts'

describe('the answer', () => {
  const rows = [
    { row_place: 0, cohort: 2, value: 0, actors: 4 },
    { row_place: 0, cohort: 0, value: 3, actors: 1 },
    { row_place: 0, cohort: 0, value: 0, actors: 10 },
    { row_place: 0, cohort: 0, value: 1, actors: 5 },
    { row_place: 0, cohort: 2, value: 1, actors: 3 },
  ]
  const answered = (parameters: object, timezone = 'UTC') => {
    const plan = planOf(parameters, { timezone })
    return [plan.query, retention.shape(plan, { values: rows })] as const
  }
  const answerTo = (parameters: object, timezone = 'UTC') => [
    ...retention.items(...answered(parameters, timezone), null, {}),
  ]

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
    // Window 1 of an actor who began at the end of the 17th lasts until the end of the 19th.
    ['days', {}, [[false, false, true, true], [false, true, true], [false, true], [true]]],
    // The last interval of the range has ended, and no event after it is read.
    [
      'past days',
      { date_to: '2026-11-18' },
      [[false, false, false, true], [false, false, true], [false, true], [false]],
    ],
    // A window of this question has 30 days. 90 days after the end of January is 2 May, and 60 days after the
    // end of February is 30 April.
    [
      'months',
      { period: 'Month', date_to: '2026-04-05' },
      [[false, false, true, true], [false, false, true], [false, true], [false]],
    ],
  ])('marks the rolling windows of %s that can go on after the whole intervals', (_name, more, expected) => {
    const items = answerTo({ ...ROLLING, ...more })
    expect(items.map(({ values }) => values.map((one) => one.is_incomplete))).toEqual(expected)
  })

  const inBrackets = (more: object = {}) =>
    answerTo({ retention_custom_brackets: [2, 9], total_intervals: 4, ...more })

  test('has a value for each bracket that begins in the range, unfinished if it ends after it', () => {
    const items = inBrackets({ date_to: '2026-11-18' })
    expect(
      items.map(({ label, values }) => [label, values.map((one) => [one.label, one.is_incomplete])]),
    ).toEqual([
      [
        'Day 0',
        [
          ['Day 0', false],
          ['Day 1-2', false],
          ['Day 3-11', true],
        ],
      ],
      [
        'Day 1',
        [
          ['Day 0', false],
          ['Day 1-2', false],
        ],
      ],
      [
        'Day 2',
        [
          ['Day 0', false],
          ['Day 1-2', true],
        ],
      ],
      ['Day 3', [['Day 0', false]]],
    ])
    // The window of the second day after the 16th ends on the 19th.
    const rolling = inBrackets({ ...ROLLING, date_to: '2026-11-18' })
    expect(rolling.map(({ values }) => values.map((one) => one.is_incomplete))).toEqual([
      [false, false, true],
      [false, true],
      [false, true],
      [false],
    ])
  })

  test('in brackets is a table and a picture with the rows of its breakdown apart', () => {
    const plan = planOf({ breakdown: '$browser', retention_custom_brackets: [1, 4], total_intervals: 3 })
    const values = [2, 3].flatMap((row_place) => [
      { row_place, cohort: 0, value: 0, actors: 4 },
      { row_place, cohort: 0, value: 2, actors: row_place },
    ])
    const largest = [{ values: ['Chrome'] }, { values: ['Firefox'] }]
    const answer = retention.shape(plan, { values, largest })
    expect(retention.table(plan.query, answer)).toEqual({
      columns: ['breakdown', 'cohort', 'cohort size', 'Day 0', 'Day 1', 'Day 2-5'],
      rows: [
        ['Chrome', '2026-11-18', 4, 4, 0, 2],
        ['Chrome', '2026-11-19', 0, 0, 0, null],
        ['Chrome', '2026-11-20', 0, 0, null, null],
        ['Firefox', '2026-11-18', 4, 4, 0, 3],
        ['Firefox', '2026-11-19', 0, 0, 0, null],
        ['Firefox', '2026-11-20', 0, 0, null, null],
      ],
    })
    expect(retention.picture(plan.query, answer)?.table.rows.map((row) => row.slice(0, 2))).toEqual([
      ['Chrome', 'Weighted mean'],
      ['Chrome', '2026-11-18'],
      ['Chrome', '2026-11-19'],
      ['Chrome', '2026-11-20'],
      ['Firefox', 'Weighted mean'],
      ['Firefox', '2026-11-18'],
      ['Firefox', '2026-11-19'],
      ['Firefox', '2026-11-20'],
    ])
  })

  test('is a table and a picture with means of the whole intervals', () => {
    const answer = answered({})
    expect(retention.table(...answer)).toEqual({
      columns: ['cohort', 'cohort size', 'Day 0', 'Day 1', 'Day 2', 'Day 3'],
      rows: [
        ['2026-11-17', 10, 10, 5, 0, 1],
        ['2026-11-18', 0, 0, 0, 0, null],
        ['2026-11-19', 4, 4, 3, null, null],
        ['2026-11-20', 0, 0, null, null, null],
      ],
    })
    // Value 1 of the 19th is about the 20th, which has not ended.
    expect(retention.picture(...answer)?.table.rows.slice(0, 2)).toEqual([
      ['Weighted mean', null, 0.5, 0, null],
      ['2026-11-17', 10, 0.5, 0, { unfinished: 0.1 }],
    ])
    expect(retention.picture(...answer)?.chart).toEqual({
      form: 'lines',
      labels: ['Day 0', 'Day 1', 'Day 2'],
      series: [{ name: 'Weighted mean in percent', values: [100, 50, 0] }],
    })
  })

  test('with a sum or a mean has it beside the actors, and shows it in place of shares', () => {
    const totals = rows.map((row, i) => ({ ...row, total: i + 0.5 }))
    const answerIn = (aggregation_type: string) => {
      const plan = planOf({ aggregation_type, aggregation_property: 'amount' })
      return [plan.query, retention.shape(plan, { values: totals })] as const
    }
    const numbersOf = (type: string) =>
      [...retention.items(...answerIn(type), null, {})].map(({ values }) =>
        values.map((one) => [one.count, one.aggregation_value]),
      )
    expect(numbersOf('sum')).toEqual([
      [
        [10, 2.5],
        [5, 3.5],
        [0, 0],
        [1, 1.5],
      ],
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      [
        [4, 0.5],
        [3, 4.5],
      ],
      [[0, 0]],
    ])
    expect(numbersOf('avg')[0]).toEqual([
      [10, 0.25],
      [5, 0.7],
      [0, 0],
      [1, 1.5],
    ])
    const answer = answerIn('sum')
    expect(retention.table(...answer).rows).toEqual([
      ['2026-11-17', 10, 2.5, 3.5, 0, 1.5],
      ['2026-11-18', 0, 0, 0, 0, null],
      ['2026-11-19', 4, 0.5, 4.5, null, null],
      ['2026-11-20', 0, 0, null, null, null],
    ])
    // The interval of the 20th is not over, so its values are left out of the means.
    expect(retention.picture(...answer)).toEqual({
      chart: {
        form: 'lines',
        labels: ['Day 0', 'Day 1', 'Day 2'],
        series: [{ name: 'Mean of cohorts', values: [1, 1.75, 0] }],
      },
      table: {
        columns: [
          { title: 'Cohort', format: 'label' },
          { title: 'Size', format: 'number' },
          ...['Day 0', 'Day 1', 'Day 2', 'Day 3'].map((title) => ({ title, format: 'number' })),
        ],
        rows: [
          ['Mean of cohorts', null, 1, 1.75, 0, null],
          ['2026-11-17', 10, 2.5, 3.5, 0, { unfinished: 1.5 }],
          ['2026-11-18', 0, 0, 0, { unfinished: 0 }, null],
          ['2026-11-19', 4, 0.5, { unfinished: 4.5 }, null, null],
          ['2026-11-20', 0, { unfinished: 0 }, null, null, null],
        ],
      },
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
    const answer = retention.shape(plan, { values, largest })
    const items = [...retention.items(plan.query, answer, null, {})]
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
    expect(retention.table(plan.query, answer).rows.slice(0, 2)).toEqual([
      ['Firefox', '2026-11-17', 4, 4, 1],
      ['Firefox', '2026-11-18', 0, 0, null],
    ])
    const picture = retention.picture(plan.query, answer)
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
    expect(retention.table(...answered({ period: 'Hour' })).rows[0]?.[0]).toBe('2026-11-20T09:00:00Z')
  })
})
