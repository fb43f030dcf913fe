import { describe, expect, test } from 'vitest'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { flatQuestion, resolvedQuestion } from '../../../test/fixtures/questions.ts'
import type { RetentionQuery } from './query.ts'
import { retention } from './retention.ts'

const [signedIn, paid] = [{ id: 'signed in' }, { id: 'paid' }]

function planOf(parameters: object, { timezone = 'UTC', hasMerges = false } = {}) {
  const body = { target_entity: signedIn, returning_entity: paid, total_intervals: 4, ...parameters }
  const query = flatQuestion(retention, body).query as RetentionQuery
  const calendar = { timezone, weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') } as const
  return retention.plan(resolvedQuestion(retention, query, calendar, { projectId: 7, hasMerges }))
}
const golden = (name: string) => `./__golden__/${name}.sql`
const filtered = { ...signedIn, properties: [{ key: 'plan', value: 'pro' }] }
const FIRST = { retention_type: 'retention_first_time' }

describe('the statement', () => {
  test.each<[string, object, Parameters<typeof planOf>[1]]>([
    ['days-in-utc', {}, {}],
    ['weeks-of-merged-persons', { period: 'Week' }, { hasMerges: true }],
    ['days-in-berlin-of-one-event', { returning_entity: signedIn }, { timezone: 'Europe/Berlin' }],
    ['cumulative-groups', { cumulative: true, aggregation_group_type_index: 2 }, {}],
    ['more-than-64-hours', { period: 'Hour', total_intervals: 65 }, {}],
    ['two-occurrences', { minimum_occurrences: 2 }, {}],
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

  test('of the people behind a value', async () => {
    const people = retention.cells.people(planOf({}), { cohort: 1, value: 2 })
    await expect(goldenOf(people.sql)).toMatchFileSnapshot(golden('people'))
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
    { cohort: 2, value: 0, actors: 4 },
    { cohort: 0, value: 3, actors: 1 },
    { cohort: 0, value: 0, actors: 10 },
    { cohort: 0, value: 1, actors: 5 },
    { cohort: 2, value: 1, actors: 3 },
  ]
  const answerTo = (parameters: object, timezone = 'UTC') => {
    const plan = planOf(parameters, { timezone })
    return retention.items(plan.query, retention.shape(plan, { values: rows }), null)
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
      ['Mean', null, 0.5, 0, null],
      ['2026-11-17', 10, 0.5, 0, 0.1],
    ])
    expect(retention.picture(items)?.chart).toEqual({
      form: 'lines',
      labels: ['Day 0', 'Day 1', 'Day 2'],
      series: [{ name: 'Mean in percent', values: [100, 50, 0] }],
    })
  })

  test('by the hour has times in its table', () => {
    expect(retention.table(answerTo({ period: 'Hour' })).rows[0]?.[0]).toBe('2026-11-20T09:00:00Z')
  })
})
