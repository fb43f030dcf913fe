import { describe, expect, test } from 'vitest'
import { readFunnelParameters } from '#query/flat-parameters.ts'
import { resolve, type Scope } from '#query/resolve.ts'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { funnels } from './funnels.ts'

const SCOPE: Scope = {
  projectId: 7,
  calendar: { timezone: 'UTC', weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') },
  testAccountFilters: {
    kind: 'group',
    combine: 'and',
    members: [
      { kind: 'filter', on: 'event', key: 'email', operator: 'not_icontains', values: ['@example.com'] },
    ],
  },
  hasMerges: false,
  earliestMs: 0,
}
const planOf = (parameters: object, scope = SCOPE) =>
  funnels.plan(resolve(readFunnelParameters({ date_from: '-7d', ...parameters }), scope))
const steps = (...names: (string | null)[]) => names.map((id, order) => ({ id, order }))

describe('the statement', () => {
  test.each<[string, object, string]>([
    ['two-steps', { events: steps('visit', 'paid') }, 'UTC'],
    ['two-steps-in-berlin', { events: steps('visit', 'paid') }, 'Europe/Berlin'],
    [
      'four-steps',
      {
        events: steps('visit', 'sign up', 'invite', 'paid'),
        funnel_window_interval: 1,
        funnel_window_interval_unit: 'hour',
      },
      'UTC',
    ],
    ['repeated-steps', { events: steps('visit', 'visit', null) }, 'UTC'],
    [
      'filters',
      {
        events: [
          { id: 'visit', properties: [{ key: '$browser', value: ['Firefox', 'Safari'] }] },
          { id: 'paid', order: 1, properties: [{ key: 'amount', operator: 'gt', value: 10 }] },
        ],
        properties: [{ key: 'plan', operator: 'is_not', value: 'free' }],
        filter_test_accounts: true,
      },
      'UTC',
    ],
  ])('%s', async (name, parameters, timezone) => {
    const scope = { ...SCOPE, calendar: { ...SCOPE.calendar, timezone } }
    const statement = goldenOf(funnels.compile(planOf(parameters, scope)))
    await expect(statement).toMatchFileSnapshot(`./__golden__/${name}.sql`)
  })

  test('of a project with merges takes persons by their root', async () => {
    const plan = planOf({ events: steps('visit', 'paid') }, { ...SCOPE, hasMerges: true })
    await expect(goldenOf(funnels.compile(plan))).toMatchFileSnapshot('./__golden__/merged-persons.sql')
  })
})

describe('the answer', () => {
  const plan = planOf({ events: steps('visit', 'sign up', 'paid') })
  const shape = (rows: Parameters<typeof funnels.shape>[1]) =>
    funnels
      .shape(plan, rows)
      .map(({ count, averageConversionSeconds, medianConversionSeconds }) => [
        count,
        averageConversionSeconds,
        medianConversionSeconds,
      ])

  // Times are of the step before: the second and third step have the first and second.
  test.each<[string, Parameters<typeof funnels.shape>[1], (number | null)[][]]>([
    [
      'milliseconds become seconds',
      [{ counts: [5, 4, 1], averages: [1_500, 60_000], medians: [1_000, 60_000] }],
      [
        [5, null, null],
        [4, 1.5, 1],
        [1, 60, 60],
      ],
    ],
    [
      'a step in no time takes none, which is not null',
      [{ counts: [1, 1, 0], averages: [0, null], medians: [0, null] }],
      [
        [1, null, null],
        [1, 0, 0],
        [0, null, null],
      ],
    ],
    [
      'nobody did anything',
      [{ counts: [0, 0, 0], averages: [null, null], medians: [null, null] }],
      [
        [0, null, null],
        [0, null, null],
        [0, null, null],
      ],
    ],
    [
      'no row at all',
      [],
      [
        [0, null, null],
        [0, null, null],
        [0, null, null],
      ],
    ],
  ])('%s', (_name, rows, expected) => {
    expect(shape(rows)).toEqual(expected)
  })

  test('says which step it is', () => {
    expect(funnels.shape(plan, []).map(({ order, series }) => [order, series.event])).toEqual([
      [0, 'visit'],
      [1, 'sign up'],
      [2, 'paid'],
    ])
  })

  test('a count that no double holds is refused, not rounded', () => {
    const row = { counts: ['9007199254740991'], averages: [], medians: [] }
    expect(funnels.row.safeParse(row).data?.counts).toEqual([2 ** 53 - 1])
    expect(funnels.row.safeParse({ ...row, counts: ['9007199254740993'] }).success).toBe(false)
  })
})
