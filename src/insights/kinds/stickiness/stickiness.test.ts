import { describe, expect, test } from 'vitest'
import { goldenOf } from '../../../../test/fixtures/golden-statement.ts'
import { flatQuestion, resolvedQuestion } from '../../../../test/fixtures/questions.ts'
import type { StickinessQuery } from './query.ts'
import { stickiness } from './stickiness.ts'

const signedIn = { id: 'signed in' }
const COMPANY = { ...signedIn, math: 'unique_group', math_group_type_index: 2 }
const NOW = '2026-11-20T12:00:00Z'

function planOf(parameters: object, { timezone = 'UTC', now = NOW, hasMerges = false } = {}) {
  const body = { events: [signedIn], date_from: '-3d', ...parameters }
  const query = flatQuestion(stickiness, body).query as StickinessQuery
  const calendar = { timezone, weekStartDay: 0, nowMs: Date.parse(now) } as const
  return stickiness.plan(resolvedQuestion(stickiness, query, calendar, { projectId: 7, hasMerges }))
}
const golden = (name: string) => `./__golden__/${name}.sql`

describe('the statement', () => {
  test.each<[string, object, Parameters<typeof planOf>[1]]>([
    ['days-in-utc', {}, {}],
    ['weeks-of-merged-persons', { interval: 'week', date_from: '-14d' }, { hasMerges: true }],
    ['days-of-25-hours', {}, { timezone: 'Europe/Berlin', now: '2026-10-26T12:00:00Z' }],
    ['more-than-64-days', { date_from: '-64d' }, {}],
    ['periods-of-two-days', { interval_count: 2, date_from: '-4d' }, {}],
    ['periods-of-a-criterion', { interval_count: 3, stickiness_criteria: { operator: 'gte', value: 2 } }, {}],
    ['groups', { events: [COMPANY] }, {}],
    ['criteria', { stickiness_criteria: { operator: 'gte', value: 2 } }, {}],
    ['compared-hours', { interval: 'hour', date_from: '-3h', compare: true }, {}],
  ])('%s', async (name, parameters, circumstances) => {
    const { sql } = stickiness.queries(planOf(parameters, circumstances)).actors
    await expect(goldenOf(sql)).toMatchFileSnapshot(golden(name))
  })

  test('of the people behind a number', async () => {
    const cell = { period: 0, series: 0, active: 2 } as const
    await expect(goldenOf(stickiness.cells.people(planOf({}), cell).sql)).toMatchFileSnapshot(
      golden('people'),
    )
  })
})

describe('the answer', () => {
  const rows = [
    { period: 0, series: 0, active: 4, actors: 2 },
    { period: 0, series: 0, active: 1, actors: 5 },
    { period: 1, series: 0, active: 2, actors: 3 },
  ]
  const answerTo = (parameters: object) => {
    const plan = planOf(parameters)
    return [...stickiness.items(plan.query, stickiness.shape(plan, { actors: rows }), null, {})]
  }

  test('has every number of intervals, for rows in any order', () => {
    expect(answerTo({})).toMatchObject([
      {
        label: 'signed in',
        count: 7,
        data: [5, 0, 0, 2],
        days: [1, 2, 3, 4],
        labels: ['1 day', '2 days', '3 days', '4 days'],
      },
    ])
  })

  test.each(['ActionsBar', 'ActionsStackedBar', 'ActionsUnstackedBar', 'ActionsAreaGraph', 'ActionsTable'])(
    'has the same numbers as %s',
    (display) => {
      expect(answerTo({ display })).toEqual(answerTo({}))
    },
  )

  test('with cumulative numbers includes actors with more active intervals, and counts the same actors', () => {
    expect(answerTo({ computed_as: 'cumulative' })).toMatchObject([{ count: 7, data: [7, 2, 2, 2] }])
  })

  test('with periods of several intervals has a number for each period', () => {
    expect(answerTo({ interval_count: 2, date_from: '-4d' })).toMatchObject([
      {
        data: [5, 0, 0],
        days: [1, 2, 3],
        labels: ['1 period of 2 days', '2 periods of 2 days', '3 periods of 2 days'],
      },
    ])
  })

  test.each([1, null, undefined])('with an interval_count of %s is the same question as without', (count) => {
    expect(planOf({ interval_count: count }).query).toEqual(planOf({}).query)
  })

  test('with a comparison has the current period of all series before the previous one', () => {
    const answer = answerTo({ compare: true, events: [signedIn, { id: 'paid', order: 1 }] })
    expect(answer.map(({ label, compare_label, data }) => [label, compare_label, data])).toEqual([
      ['signed in', 'current', [5, 0, 0, 2]],
      ['paid', 'current', [0, 0, 0, 0]],
      ['signed in', 'previous', [0, 3, 0, 0]],
      ['paid', 'previous', [0, 0, 0, 0]],
    ])
  })

  test('without an earlier period has no labels', () => {
    const [item] = answerTo({ compare: true, date_from: 'all' })
    expect(item).not.toHaveProperty('compare')
    expect(item).not.toHaveProperty('compare_label')
  })

  test('is a table and a picture, as wide as the longer period', () => {
    // 25 October has 25 hours in Berlin; the day before has 24.
    const day = { interval: 'hour', date_from: '2026-10-25', date_to: '2026-10-25', compare: true }
    const plan = planOf(day, { timezone: 'Europe/Berlin' })
    const items = [...stickiness.items(plan.query, stickiness.shape(plan, { actors: rows }), null, {})]
    const { columns, rows: lines } = stickiness.table(items)
    expect(columns).toHaveLength(26)
    expect(lines.map((line) => [line[0], line.at(-1)])).toEqual([
      ['signed in - current', 0],
      ['signed in - previous', null],
    ])
    const table = stickiness.picture(items)?.table
    expect(table?.rows.at(-1)).toEqual(['25 hours', 0, null])
    expect(table?.columns[0]).toEqual({ title: 'Active in', format: 'label' })
  })
})

describe('a question is refused', () => {
  test.each<[string, object, string]>([
    ['without a series', { events: [] }, 'events'],
    ['with a breakdown', { breakdown: 'plan' }, 'breakdown'],
    ['as a number', { display: 'BoldNumber' }, 'display'],
    ['by the second', { interval: 'second' }, 'interval'],
    ['with a sum', { events: [{ ...signedIn, math: 'sum', math_property: 'price' }] }, 'events'],
    ['without the type of the groups', { events: [{ ...signedIn, math: 'unique_group' }] }, 'events'],
    [
      'with a criterion of zero events',
      { stickiness_criteria: { operator: 'gte', value: 0 } },
      'stickiness_criteria__value',
    ],
    ['with periods of no interval', { interval_count: 0 }, 'interval_count'],
    ['with periods of half an interval', { interval_count: 1.5 }, 'interval_count'],
    ['with periods of more intervals than a range has', { interval_count: 10_001 }, 'interval_count'],
    ['with an unknown way to compute', { computed_as: 'sum' }, 'computed_as'],
    [
      'compared with a date that is not a span of time',
      { compare: true, compare_to: 'last year' },
      'compare_to',
    ],
  ])('%s', (_name, parameters, attr) => {
    expect(() => planOf(parameters)).toThrow(
      expect.objectContaining({ kind: 'invalid', attr: expect.stringContaining(attr) }),
    )
  })
})
