import { describe, expect, test } from 'vitest'
import { isByUtcDay } from '#sql/bucket-columns.ts'
import { renderLiterals } from '#sql/literal.ts'
import { goldenOf } from '../../../../test/fixtures/golden-statement.ts'
import { resolvedQuestion, trendQuestion } from '../../../../test/fixtures/questions.ts'
import { peopleStatement } from './people.ts'
import type { TrendValue } from './queries.ts'
import { trends } from './trends.ts'

const calendarIn = (timezone: string) =>
  ({ timezone, weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') }) as const
const FACTS = {
  projectId: 7,
  testAccountFilters: [{ key: 'email', operator: 'not_icontains', value: '@example.com' }],
} as const
const planOf = (parameters: object, timezone = 'UTC', facts = {}) =>
  trends.plan(
    resolvedQuestion(trends, trendQuestion(parameters), calendarIn(timezone), { ...FACTS, ...facts }),
  )
/** Returns the statements of a plan by the names of their files, for empty earlier results. */
const statementsOf = (name: string, plan: ReturnType<typeof planOf>) =>
  Object.entries(trends.queries(plan)).map(([query, { sql }]) => ({
    file: `./__golden__/${name}${query === 'values' ? '' : `-${query}`}.sql`,
    statement: goldenOf(sql),
  }))
const paid = { id: 'paid' }

describe('the statement', () => {
  test('of a breakdown whose values are cleaned by the rules of the project', async () => {
    const asked = { events: [paid], breakdown: '$pathname', breakdown_path_cleaning: true, date_from: '-2d' }
    const facts = { pathCleaningFilters: [{ regex: '/\\d+', alias: '/<id>' }] }
    for (const { file, statement } of statementsOf('paths-cleaned', planOf(asked, 'UTC', facts)))
      await expect(statement).toMatchFileSnapshot(file)
  })

  test.each<[string, object, string]>([
    ['days-in-utc', { events: [paid], date_from: '-2d' }, 'UTC'],
    ['days-in-berlin', { events: [paid], date_from: '-2d' }, 'Europe/Berlin'],
    ['hours', { events: [paid], date_from: '-3h', interval: 'hour' }, 'UTC'],
    ['persons-by-week', { events: [{ ...paid, math: 'dau' }], date_from: '-8d', interval: 'week' }, 'UTC'],
    ['every-event', { events: [{ id: null }], date_from: 'dStart' }, 'UTC'],
    [
      'two-series-with-filters',
      {
        events: [
          { ...paid, properties: [{ key: 'amount', operator: 'gte', value: 10 }] },
          { id: 'signed up', math: 'dau', order: 1 },
        ],
        properties: {
          type: 'OR',
          values: [
            { key: '$os', value: ['Mac', 'iOS'] },
            { key: 'plan.name', operator: 'is_set' },
          ],
        },
        filter_test_accounts: true,
        date_from: '-1d',
      },
      'UTC',
    ],
    ['weekly-active', { events: [{ ...paid, math: 'weekly_active' }], date_from: '-2d' }, 'UTC'],
    [
      'weekly-active-by-browser-and-month',
      {
        events: [{ ...paid, math: 'weekly_active' }],
        breakdown: '$browser',
        date_from: '-1m',
        interval: 'month',
      },
      'UTC',
    ],
    [
      'cumulative-median',
      {
        events: [{ ...paid, math: 'median', math_property: 'amount' }],
        date_from: '-2d',
        display: 'ActionsLineGraphCumulative',
      },
      'UTC',
    ],
    ['events-per-person', { events: [{ ...paid, math: 'avg_count_per_actor' }], date_from: '-2d' }, 'UTC'],
    [
      'durations-of-sessions',
      { events: [{ ...paid, math: 'avg', math_property: '$session_duration' }], date_from: '-2d' },
      'UTC',
    ],
    [
      'cents-in-euros',
      {
        events: [{ ...paid, math: 'sum', math_property: 'amount', math_multiplier: 0.01 }],
        date_from: '-2d',
      },
      'UTC',
    ],
    ['first-times', { events: [{ ...paid, math: 'first_time_for_user' }], date_from: '-2d' }, 'UTC'],
    [
      'seats-of-persons',
      {
        events: [{ ...paid, math: 'max', math_property: 'seats', math_property_type: 'person_properties' }],
        date_from: '-2d',
      },
      'UTC',
    ],
    [
      'first-times-by-browser',
      {
        events: [{ ...paid, math: 'first_time_for_user', properties: [{ key: 'plan', value: 'pro' }] }],
        breakdown: '$browser',
        date_from: '-2d',
      },
      'UTC',
    ],
    [
      'persons-by-plan-compared',
      {
        events: [{ ...paid, math: 'dau' }],
        breakdown: 'plan',
        breakdown_type: 'person',
        date_from: '-2d',
        compare: true,
      },
      'UTC',
    ],
    [
      'persons-by-plan-in-berlin',
      { events: [{ ...paid, math: 'dau' }], breakdown: 'plan', breakdown_type: 'person', date_from: '-1d' },
      'Europe/Berlin',
    ],
    [
      'formula-by-two-properties',
      {
        events: [paid, { ...paid, math: 'sum', math_property: 'amount' }],
        formula: 'B / A',
        breakdowns: [{ property: '$browser' }, { property: '$current_url', normalize_url: true }],
        date_from: '-2d',
        display: 'ActionsTable',
      },
      'UTC',
    ],
    [
      'bins-of-amounts',
      { events: [paid], breakdown: 'amount', breakdown_histogram_bin_count: 4, date_from: '-2d' },
      'UTC',
    ],
    [
      'cohorts-by-browser',
      {
        events: [{ ...paid, math: 'dau' }],
        breakdowns: [{ property: ['all'], type: 'cohort' }, { property: '$browser' }],
        date_from: '-2d',
      },
      'UTC',
    ],
    [
      'expression-by-expression',
      {
        events: [{ ...paid, math: 'hogql', math_hogql: 'sum(properties.amount) / count()' }],
        breakdown: 'person.properties.plan',
        breakdown_type: 'hogql',
        date_from: '-2d',
      },
      'UTC',
    ],
  ])('%s', async (name, parameters, timezone) => {
    for (const { file, statement } of statementsOf(name, planOf(parameters, timezone)))
      await expect(statement).toMatchFileSnapshot(file)
  })

  test('of a project with merges counts persons by their root', async () => {
    const asked = { events: [{ ...paid, math: 'dau' }], date_from: '-2d' }
    for (const { file, statement } of statementsOf(
      'merged-persons',
      planOf(asked, 'UTC', { hasMerges: true }),
    ))
      await expect(statement).toMatchFileSnapshot(file)
  })
})

test('the people of the others are those beside the rows that a query found', async () => {
  const plan = planOf({ events: [{ ...paid, math: 'dau' }], breakdown: '$browser', date_from: '-2d' })
  const cell = { period: 'current', series: 0, bucket: 1, row: 'other' } as const
  const edges = { largest: [{ decider: 0, cohort: 0, values: ['Chrome'] }] }
  await expect(goldenOf(peopleStatement(plan, cell, edges))).toMatchFileSnapshot(
    './__golden__/people-of-others.sql',
  )
})

test('the people of a formula by three properties are a small statement however many series it has', () => {
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i))
  const plan = planOf({
    events: letters.map((letter, order) => ({ id: letter, order })),
    formula: letters.join(' + '),
    breakdowns: [
      { property: 'amount', histogram_bin_count: 10 },
      { property: 'seats', histogram_bin_count: 10 },
      { property: '$browser' },
    ],
  })
  const cell = { period: 'current', series: 25, bucket: 1 } as const
  for (const row of ['other', { values: ['[1,2]', '[3,4]', 'Chrome'] }] as const)
    expect(renderLiterals(peopleStatement(plan, { ...cell, row }, {})).length).toBeLessThan(5_000)
})

test('formulas that would hold the process for seconds are refused', () => {
  const formula = Array.from({ length: 490 }, () => 'A').join('+')
  const asked = { events: [paid], formula, breakdown: '$browser', breakdown_limit: 1000, date_from: '-89d' }
  expect(() => planOf(asked)).toThrow(/979 steps .* 90180 values/)
  expect(planOf({ ...asked, breakdown_limit: 100 }).query.formulas).toHaveLength(1)
})

test('a page far behind is refused for many series', () => {
  const events = Array.from({ length: 26 }, (_, order) => ({ ...paid, order }))
  const asked = { events, breakdown: '$browser', offset: 10_000, date_from: '-2d' }
  expect(() => planOf(asked)).toThrow(/260702 breakdown values in all series/)
  expect(planOf({ ...asked, events: [paid] }).query.rowOffset).toBe(10_000)
})

describe('whether a bucket is one UTC day', () => {
  test.each<[string, object, string, boolean]>([
    ['days in UTC', { date_from: '-2d' }, 'UTC', true],
    ['days in Reykjavik, which keeps UTC', { date_from: '-2d' }, 'Atlantic/Reykjavik', true],
    ['days in Berlin', { date_from: '-2d' }, 'Europe/Berlin', false],
    ['days in London in winter', { date_from: '-2d' }, 'Europe/London', true],
    ['days in London since summer', { date_from: '-60d' }, 'Europe/London', false],
    ['weeks', { date_from: '-2d', interval: 'week' }, 'UTC', false],
    [
      'a month of one day',
      { date_from: '2026-11-01', date_to: '2026-11-01', interval: 'month' },
      'UTC',
      false,
    ],
    ['hours', { date_from: 'dStart', interval: 'hour' }, 'UTC', false],
    ['an exact start', { date_from: '-24h' }, 'UTC', false],
    ['explicit instants', { date_from: '-2d', date_to: '-1d', explicit_date: true }, 'UTC', false],
  ])('%s', (_name, parameters, timezone, expected) => {
    const { period, query } = planOf({ events: [paid], ...parameters }, timezone)
    expect(isByUtcDay(period, query.interval)).toBe(expected)
  })
})

const ROW = { period: 0, is_other: false, values: [] as string[] }

describe('the answer', () => {
  const day = (date: string) => Date.parse(`${date}T00:00:00Z`)
  const plan = planOf({ events: [paid, { id: null, name: 'All', order: 1 }], date_from: '-2d' })
  const dataOf = (rows: TrendValue[]) => trends.shape(plan, { values: rows }).rows.map(({ data }) => data)

  test('has every bucket, for rows in any order', () => {
    const rows = [
      { ...ROW, series: 1, bucket: day('2026-11-20'), value: 7 },
      { ...ROW, series: 0, bucket: day('2026-11-18'), value: 2 },
      { ...ROW, series: 0, bucket: day('2026-11-20'), value: 3 },
    ]
    expect(trends.shape(plan, { values: rows }).rows).toEqual([
      {
        period: 'current',
        place: 0,
        row: null,
        rowLabel: null,
        label: 'paid',
        count: 5,
        data: [2, 0, 3],
        total: null,
        days: ['2026-11-18', '2026-11-19', '2026-11-20'],
        labels: ['18-Nov-2026', '19-Nov-2026', '20-Nov-2026'],
        incompleteDays: ['2026-11-20'],
      },
      expect.objectContaining({ label: 'All', count: 7, data: [0, 0, 7] }),
    ])
  })

  test.each<[string, TrendValue[], number[][]]>([
    [
      'without rows is zeros',
      [],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'of one bucket',
      [{ ...ROW, series: 0, bucket: day('2026-11-19'), value: 1 }],
      [
        [0, 1, 0],
        [0, 0, 0],
      ],
    ],
  ])('%s', (_name, rows, expected) => {
    expect(dataOf(rows)).toEqual(expected)
  })
})
