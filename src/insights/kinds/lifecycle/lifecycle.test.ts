import { describe, expect, test } from 'vitest'
import { goldenOf } from '../../../../test/fixtures/golden-statement.ts'
import { flatQuestion, resolvedQuestion } from '../../../../test/fixtures/questions.ts'
import { lifecycle } from './lifecycle.ts'
import type { LifecycleQuery } from './query.ts'

const signedIn = { id: 'signed in' }

function planOf(parameters: object, { timezone = 'UTC', hasMerges = false } = {}) {
  const body = { events: [signedIn], date_from: '-3d', ...parameters }
  const query = flatQuestion(lifecycle, body).query as LifecycleQuery
  const calendar = { timezone, weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') } as const
  return lifecycle.plan(resolvedQuestion(lifecycle, query, calendar, { projectId: 7, hasMerges }))
}
const golden = (name: string) => `./__golden__/${name}.sql`

describe('the statement', () => {
  test.each<[string, object, Parameters<typeof planOf>[1]]>([
    ['days-in-utc', {}, {}],
    ['weeks-of-merged-persons', { interval: 'week', date_from: '-14d' }, { hasMerges: true }],
    ['days-in-berlin', {}, { timezone: 'Europe/Berlin' }],
    ['groups', { aggregation_group_type_index: 2 }, {}],
    [
      'explicit-dates',
      { date_from: '2026-11-18T10:00:00Z', date_to: '2026-11-19T12:00:00Z', explicit_date: true },
      {},
    ],
  ])('%s', async (name, parameters, circumstances) => {
    const { sql } = lifecycle.queries(planOf(parameters, circumstances)).statuses
    await expect(goldenOf(sql)).toMatchFileSnapshot(golden(name))
  })

  test.each<[string, object]>([
    ['people', {}],
    ['people-of-groups', { aggregation_group_type_index: 2 }],
  ])('of the %s behind a number', async (name, parameters) => {
    const cell = { status: 'returning', bucket: 1 } as const
    await expect(goldenOf(lifecycle.cells.people(planOf(parameters), cell).sql)).toMatchFileSnapshot(
      golden(name),
    )
  })
})

describe('the intervals', () => {
  const startsOf = (parameters: object, timezone = 'UTC') =>
    planOf(parameters, { timezone }).startsMs.map((startMs) => new Date(startMs).toISOString().slice(0, 16))

  test.each<[string, object, string, string[]]>([
    ['days', { date_from: '-1d' }, 'UTC', ['18T00:00', '19T00:00', '20T00:00', '21T00:00']],
    ['weeks', { date_from: '-5d', interval: 'week' }, 'UTC', ['08T00:00', '15T00:00', '22T00:00']],
    [
      'hours',
      { date_from: '-1h', interval: 'hour' },
      'UTC',
      ['20T10:00', '20T11:00', '20T12:00', '20T13:00'],
    ],
    [
      'minutes',
      { date_from: '-1M', interval: 'minute' },
      'UTC',
      ['20T11:58', '20T11:59', '20T12:00', '20T12:01'],
    ],
    ['days in Berlin', { date_from: 'dStart' }, 'Europe/Berlin', ['18T23:00', '19T23:00', '20T23:00']],
  ])(
    '%s begin with the one before the range and end with the end of the last',
    (_, asked, timezone, starts) => {
      expect(startsOf(asked, timezone)).toEqual(starts.map((start) => `2026-11-${start}`))
    },
  )
})

describe('the answer', () => {
  const row = { new: 0, returning: 0, resurrecting: 0, dormant: 0 }
  const rows = [
    { ...row, place: 5, dormant: 4 },
    { ...row, place: 1, resurrecting: 9 },
    { ...row, place: 2, new: 3, returning: 2, resurrecting: 1, dormant: 5 },
  ]
  const answerTo = (parameters: object) => {
    const plan = planOf(parameters)
    return [...lifecycle.items(plan.query, lifecycle.shape(plan, { statuses: rows }), null, {})]
  }

  test('has four statuses, and dormant ones as negative numbers', () => {
    expect(answerTo({})).toMatchObject([
      { label: 'signed in - new', status: 'new', data: [3, 0, 0, 0], count: 3 },
      { status: 'returning', data: [2, 0, 0, 0], count: 2 },
      { status: 'resurrecting', data: [1, 0, 0, 0], count: 1 },
      {
        label: 'signed in - dormant',
        status: 'dormant',
        data: [-5, 0, 0, -4],
        count: -9,
        days: ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'],
        labels: ['17-Nov-2026', '18-Nov-2026', '19-Nov-2026', '20-Nov-2026'],
      },
    ])
  })

  test.each<[string, object, string[]]>([
    ['the present interval', {}, ['2026-11-20']],
    ['a week of which the range has three days', { date_to: '2026-11-17', interval: 'week' }, ['2026-11-15']],
  ])('marks %s', (_name, parameters, expected) => {
    for (const item of answerTo({ date_from: '-14d', ...parameters }))
      expect(item.incomplete_days).toEqual(expected)
  })

  test.each<[string, unknown]>([
    ['a list', ['dormant', 'new']],
    ['the JSON text of a list', '["dormant","new"]'],
  ])('has the statuses that are toggled, in the same order: %s', (_name, toggledLifecycles) => {
    expect(answerTo({ toggledLifecycles }).map(({ status }) => status)).toEqual(['new', 'dormant'])
  })

  test('is a table and a picture', () => {
    const items = answerTo({ toggledLifecycles: ['new', 'dormant'] })
    expect(lifecycle.table(items)).toEqual({
      columns: ['status', '17-Nov-2026', '18-Nov-2026', '19-Nov-2026', '20-Nov-2026'],
      rows: [
        ['new', 3, 0, 0, 0],
        ['dormant', -5, 0, 0, -4],
      ],
    })
    expect(lifecycle.picture(items)?.table.rows.at(-1)).toEqual(['20-Nov-2026', 0, -4])
  })
})

describe('a question is refused', () => {
  test.each<[string, object, string]>([
    ['without a series', { events: [] }, 'events'],
    ['with two series', { events: [signedIn, { id: 'paid', order: 1 }] }, 'events'],
    ['with a sum', { events: [{ ...signedIn, math: 'sum' }] }, 'events'],
    ['by the second', { interval: 'second' }, 'interval'],
    ['with a breakdown', { breakdown: 'plan' }, 'breakdown'],
    ['with a sixth group type', { aggregation_group_type_index: 5 }, 'aggregation_group_type_index'],
    ['with an unknown status', { toggledLifecycles: ['gone'] }, 'toggledLifecycles'],
  ])('%s', (_name, parameters, attr) => {
    expect(() => planOf(parameters)).toThrow(
      expect.objectContaining({ kind: 'invalid', attr: expect.stringContaining(attr) }),
    )
  })

  test('with two series, and the message tells how to ask for both', () => {
    expect(() => planOf({ events: [signedIn, { id: 'paid', order: 1 }] })).toThrow(
      'At most 1 series can be asked for at once, and 2 were sent: ask for the others in another question.',
    )
  })
})
