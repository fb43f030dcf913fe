import { describe, expect, test } from 'vitest'
import { eventRows } from '#insights/runs/event-rows.ts'
import { goldenOf } from '../../../../test/fixtures/golden-statement.ts'
import { funnelQuestion, resolvedQuestion } from '../../../../test/fixtures/questions.ts'
import type { FunnelAnswer } from './answer.ts'
import { funnels } from './funnels.ts'
import type { FunnelStepItem } from './step-items.ts'
import type { WalkedRow } from './walked-rows.ts'

const FACTS = {
  projectId: 7,
  testAccountFilters: [{ key: 'email', operator: 'not_icontains', value: '@example.com' }],
} as const
function planOf(parameters: object, timezone = 'UTC', facts = {}) {
  const query = funnelQuestion({ date_from: '-7d', ...parameters })
  const calendar = { timezone, weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') } as const
  return funnels.plan(resolvedQuestion(funnels, query, calendar, { ...FACTS, ...facts }))
}
const statementOf = (plan: ReturnType<typeof planOf>) => goldenOf(funnels.queries(plan).rows.sql)
const steps = (...names: (string | null)[]) => names.map((id, order) => ({ id, order }))

describe('the statement', () => {
  test('of the earlier period of a comparison', async () => {
    const asked = { events: steps('visit', 'paid'), compare_to: '-1m' }
    const { earlier } = funnels.queries(planOf(asked))
    if (earlier === undefined) throw new Error('No earlier period')
    await expect(goldenOf(earlier.sql)).toMatchFileSnapshot('./__golden__/two-steps-a-month-before.sql')
  })

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
    [
      'first-time-steps',
      {
        events: [
          { id: 'visit', math: 'first_time_for_user', properties: [{ key: '$browser', value: 'Firefox' }] },
          {
            id: 'paid',
            order: 1,
            math: 'first_time_for_user_with_filters',
            properties: [{ key: 'amount', operator: 'gt', value: 10 }],
          },
        ],
        properties: [{ key: 'plan', operator: 'is_not', value: 'free' }],
      },
      'UTC',
    ],
    [
      'strict-with-exclusion',
      {
        events: steps('visit', 'sign up', 'paid'),
        funnel_order_type: 'strict',
        exclusions: [{ id: 'left', funnel_from_step: 0, funnel_to_step: 2 }],
      },
      'UTC',
    ],
  ])('%s', async (name, parameters, timezone) => {
    expect(funnels.queries(planOf(parameters, timezone))).not.toHaveProperty('earlier')
    await expect(statementOf(planOf(parameters, timezone))).toMatchFileSnapshot(`./__golden__/${name}.sql`)
  })

  test('has times since the start of its part, in 32 bits where the part has 49 days at most', () => {
    const plan = planOf({ events: steps('visit', 'paid'), date_from: '-90d' })
    const whole = goldenOf(eventRows(plan, { cohortId: null, range: null }))
    expect(whole).toContain('toFloat64(toUnixTimestamp64Milli(ts) - {p0:Int64}) AS at')
    const fromMs = plan.period.fromMs + 40 * 86_400_000
    const time = { fromMs, toMs: fromMs + 49 * 86_400_000 }
    const part = eventRows(plan, { cohortId: null, range: null, time })
    expect(goldenOf(part)).toContain('toUInt32(toUnixTimestamp64Milli(ts) - {p0:Int64}) AS at')
    expect(goldenOf(part)).toContain(String(fromMs))
  })

  test('of a strict funnel whose steps are most of the events takes all of them', () => {
    const plan = planOf({ events: steps('visit', 'paid'), funnel_order_type: 'strict' })
    const rows = eventRows(plan, { cohortId: null, range: null, hasAllBetween: true })
    expect(goldenOf(rows).split('WHERE')[1]).not.toContain('event')
  })

  test('of a project with merges counts persons by their root', async () => {
    const plan = planOf({ events: steps('visit', 'paid') }, 'UTC', { hasMerges: true })
    await expect(statementOf(plan)).toMatchFileSnapshot('./__golden__/merged-persons.sql')
  })
})

const stepsOf = (answer: FunnelAnswer) => (answer.kind === 'steps' ? (answer.rows[0]?.steps ?? []) : [])

describe('the answer', () => {
  const plan = planOf({ events: steps('visit', 'sign up', 'paid') })
  const rowOf = (
    counts: number[],
    averagesMs: (number | null)[],
    mediansMs: (number | null)[],
  ): WalkedRow => ({
    row: null,
    actors: counts[0] ?? 0,
    totals: { kind: 'steps', counts, averagesMs, mediansMs, openCounts: [] },
  })
  const shape = (row: WalkedRow) =>
    stepsOf(funnels.shape(plan, { rows: [row] })).map(
      ({ count, averageConversionSeconds, medianConversionSeconds }) => [
        count,
        averageConversionSeconds,
        medianConversionSeconds,
      ],
    )

  test('milliseconds become seconds, and a time of zero is not null', () => {
    expect(shape(rowOf([5, 4, 1], [null, 1_500, 0], [null, 1_000, null]))).toEqual([
      [5, null, null],
      [4, 1.5, 1],
      [1, 0, null],
    ])
  })

  test.each([
    [1, 3, 33.33],
    [201, 20_000, 1.01],
    [3, 3, 100],
    [0, 0, 0],
  ])('%i of %i actors are %d percent', (converted, entered, rate) => {
    const trend = planOf({ events: steps('visit', 'paid'), funnel_viz_type: 'trends' })
    const totals = { kind: 'trends' as const, entered: [entered], converted: [converted] }
    const answer = funnels.shape(trend, { rows: [{ row: null, actors: entered, totals }] })
    expect(answer.kind === 'trends' && answer.rows[0]?.rates).toEqual([rate])
  })

  test.each([
    [1_005, 1.01],
    [1_015, 1.02],
    [1_004.9, 1],
    [null, null],
  ])('an average of %d ms is %d seconds', (averageMs, seconds) => {
    const times = planOf({ events: steps('visit', 'paid'), funnel_viz_type: 'time_to_convert' })
    const totals = { kind: 'time_to_convert' as const, bins: [], averageMs, medianMs: averageMs }
    const answer = funnels.shape(times, { rows: [{ row: null, actors: 1, totals }] })
    expect(answer.kind === 'time_to_convert' && answer.rows[0]?.averageSeconds).toBe(seconds)
  })

  test('numbers and names the steps', () => {
    const items = [
      ...funnels.items(plan.query, funnels.shape(plan, { rows: [rowOf([0, 0, 0], [], [])] }), null, {}),
    ] as FunnelStepItem[]
    expect(items.map(({ order, action_id }) => [order, action_id])).toEqual([
      [0, 'visit'],
      [1, 'sign up'],
      [2, 'paid'],
    ])
  })
})
