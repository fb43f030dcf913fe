import { describe, expect, test } from 'vitest'
import { isByUtcDay } from '#sql/bucket-columns.ts'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { resolvedQuestion, trendQuestion } from '../../../test/fixtures/questions.ts'
import { TrendValue } from './queries.ts'
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
const statementOf = (plan: ReturnType<typeof planOf>) => goldenOf(trends.queries(plan).values.sql)
const paid = { id: 'paid' }

describe('the statement', () => {
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
  ])('%s', async (name, parameters, timezone) => {
    await expect(statementOf(planOf(parameters, timezone))).toMatchFileSnapshot(`./__golden__/${name}.sql`)
  })

  test('of a project with merges counts persons by their root', async () => {
    const asked = { events: [{ ...paid, math: 'dau' }], date_from: '-2d' }
    await expect(statementOf(planOf(asked, 'UTC', { hasMerges: true }))).toMatchFileSnapshot(
      './__golden__/merged-persons.sql',
    )
  })
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

describe('the answer', () => {
  const day = (date: string) => Date.parse(`${date}T00:00:00Z`)
  const plan = planOf({ events: [paid, { id: null, name: 'All', order: 1 }], date_from: '-2d' })
  const dataOf = (rows: TrendValue[]) => trends.shape(plan, { values: rows }).map(({ data }) => data)

  test('has every bucket, for rows in any order', () => {
    const rows = [
      { series: 1, bucket: day('2026-11-20'), value: 7 },
      { series: 0, bucket: day('2026-11-18'), value: 2 },
      { series: 0, bucket: day('2026-11-20'), value: 3 },
    ]
    expect(trends.shape(plan, { values: rows })).toEqual([
      {
        label: 'paid',
        count: 5,
        data: [2, 0, 3],
        days: ['2026-11-18', '2026-11-19', '2026-11-20'],
        labels: ['18-Nov-2026', '19-Nov-2026', '20-Nov-2026'],
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
      [{ series: 0, bucket: day('2026-11-19'), value: 1 }],
      [
        [0, 1, 0],
        [0, 0, 0],
      ],
    ],
  ])('%s', (_name, rows, expected) => {
    expect(dataOf(rows)).toEqual(expected)
  })

  test('a value beyond the integers of a double is refused', () => {
    const row = { series: '0', bucket: String(day('2026-11-19')), value: '9007199254740993' }
    expect(TrendValue.safeParse({ ...row, value: '9007199254740991' }).data?.value).toBe(2 ** 53 - 1)
    expect(TrendValue.safeParse(row).success).toBe(false)
  })
})
