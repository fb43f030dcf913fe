import { describe, expect, test } from 'vitest'
import type { PeopleLinks } from '#insights/kind/people-links.ts'
import { anyResults, toResult } from '#insights/questions/find-kind.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import { ofFlat } from '../../../../test/fixtures/funnel-forms.ts'
import { type FunnelAnswer, type FunnelRow, funnelRow } from './answer.ts'
import { funnels } from './funnels.ts'
import { type FunnelItem, toFunnelAnswer } from './items.ts'

const LINKS: PeopleLinks = {
  to: (selectors) => Object.entries(selectors).join(' '),
  hasRoomFor: () => true,
}
const COHORTS = new Map([[3, { name: 'Payers' } as never]])

/** Returns the items that a funnel of visit, sign up and pay has for an answer. */
function shown(parameters: object, answerOf: (row: (row: BreakdownRow | null) => FunnelRow) => FunnelAnswer) {
  const query = ofFlat(parameters)
  const rowOf = (row: BreakdownRow | null) => funnelRow({ query, definitions: { cohorts: COHORTS } }, row)
  const items = [...funnels.items(query, answerOf(rowOf), LINKS, {})]
  for (const item of items) {
    const results = toResult(query, [item])
    expect(anyResults().safeParse(results)).toMatchObject({ success: true, data: results })
  }
  return items
}
const step = (count: number, seconds: number | null = null) => ({
  count,
  averageConversionSeconds: seconds,
  medianConversionSeconds: seconds,
  openCount: seconds === null ? null : 2,
})
const ofRows =
  (...rows: BreakdownRow[]) =>
  (rowOf: (row: BreakdownRow | null) => FunnelRow) =>
    ({
      kind: 'steps',
      rows: rows.map((row, i) => ({ ...rowOf(row), steps: [step(9 - i), step(3, 60), step(1, 30)] })),
    }) satisfies FunnelAnswer
const oneRow = (rowOf: (row: BreakdownRow | null) => FunnelRow): FunnelAnswer => ({
  kind: 'steps',
  rows: [{ ...rowOf(null), steps: [step(5), step(3, 60), step(1, 30)] }],
})

describe('steps', () => {
  test('are a list', () => {
    expect(shown({}, oneRow)).toEqual([
      {
        action_id: 'visit',
        name: 'visit',
        custom_name: null,
        type: 'events',
        order: 0,
        people: [],
        count: 5,
        average_conversion_time: null,
        median_conversion_time: null,
        converted_people_url: 'funnel_step,1',
        dropped_people_url: null,
        open_count: null,
        open_people_url: null,
      },
      expect.objectContaining({
        action_id: 'sign up',
        order: 1,
        count: 3,
        average_conversion_time: 60,
        converted_people_url: 'funnel_step,2',
        dropped_people_url: 'funnel_step,-2',
        open_count: 2,
        open_people_url: 'funnel_step,-2 window_open,true',
      }),
      expect.objectContaining({ action_id: 'pay', order: 2, count: 1 }),
    ])
  })

  test('of an unordered funnel have no names of their own', () => {
    const events = [{ id: 4, type: 'actions', custom_name: 'Came' }, { id: 'sign up' }, { id: 'pay' }]
    const items = shown({ events, funnel_order_type: 'unordered' }, oneRow)
    const nameless = { action_id: null, custom_name: null, type: 'events' }
    expect(items).toMatchObject([
      { ...nameless, name: 'Completed 1 step', order: 0 },
      { ...nameless, name: 'Completed 2 steps', order: 1 },
      { ...nameless, name: 'Completed 3 steps', order: 2 },
    ])
  })

  const OTHER = '$$_posthog_breakdown_other_$$'
  const NONE = '$$_posthog_breakdown_null_$$'
  const none = 'None (i.e. no value)'
  test.each<[string, object, BreakdownRow[], unknown[][]]>([
    [
      'a value',
      { breakdown: '$os' },
      [{ values: ['Mac'] }, 'other', { values: [''] }],
      [
        ['Mac', 'Mac', 'Mac'],
        ['Other', OTHER, OTHER],
        [none, NONE, NONE],
      ],
    ],
    [
      'a list of one',
      { breakdown: ['$os'] },
      [{ values: ['Mac'] }, 'other'],
      [
        [['Mac'], ['Mac'], '["Mac"]'],
        [['Other'], [OTHER], JSON.stringify([OTHER])],
      ],
    ],
    [
      'several',
      { breakdowns: [{ property: '$os' }, { property: 'plan' }] },
      [{ values: ['Mac', ''] }, 'other'],
      [
        [['Mac', none], ['Mac', NONE], JSON.stringify(['Mac', NONE])],
        [['Other', 'Other'], [OTHER, OTHER], JSON.stringify([OTHER, OTHER])],
      ],
    ],
    [
      'cohorts',
      { breakdown: [3, 5, 'all'], breakdown_type: 'cohort' },
      [{ values: ['3'] }, { values: ['5'] }, { values: ['all'] }],
      [
        ['Payers', 3, '3'],
        ['Cohort 5', 5, '5'],
        ['all users', 'all', 'all'],
      ],
    ],
  ])('with a breakdown by %s are a list for each row', (_by, parameters, rows, expected) => {
    const items = shown(parameters, ofRows(...rows)) as Record<string, unknown>[][]
    expect(items.map((steps) => steps.map(({ count }) => count))).toEqual(rows.map((_, i) => [9 - i, 3, 1]))
    expect(
      items.map(([first]) => [first?.breakdown, first?.breakdown_value, first?.converted_people_url]),
    ).toEqual(
      expected.map(([words, value, text]) => [words, value, `funnel_step,1 funnel_step_breakdown,${text}`]),
    )
    for (const [, second] of items)
      expect(second?.dropped_people_url).toMatch(/^funnel_step,-2 funnel_step_breakdown,/)
  })

  test('without rows are none', () => {
    expect(shown({ breakdown: '$os' }, ofRows())).toEqual([])
  })

  test('have no links where an answer has no room for them', () => {
    const query = ofFlat({})
    const answer = oneRow(() => ({ row: null, words: null }))
    for (const links of [null, { ...LINKS, hasRoomFor: () => false }])
      expect([...funnels.items(query, answer, links, {})]).toMatchObject([
        { converted_people_url: null, dropped_people_url: null },
        { converted_people_url: null, dropped_people_url: null },
        { converted_people_url: null, dropped_people_url: null },
      ])
  })
})

const TRENDS = { funnel_viz_type: 'trends' }
const TIMES = { funnel_viz_type: 'time_to_convert' }
const DATES = {
  days: ['2026-11-19', '2026-11-20'],
  labels: ['19-Nov-2026', '20-Nov-2026'],
  incompleteDays: ['2026-11-20'],
}

test('trends are an item for each row', () => {
  const item = { count: 2, days: DATES.days, labels: DATES.labels, incomplete_days: ['2026-11-20'] }
  const answer = (row: FunnelRow): FunnelAnswer => ({
    kind: 'trends',
    ...DATES,
    rows: [{ ...row, rates: [33.33, 0] }],
  })
  expect(shown(TRENDS, (rowOf) => answer(rowOf(null)))).toMatchObject([{ ...item, data: [33.33, 0] }])
  expect(shown({ ...TRENDS, breakdown: '$os' }, (rowOf) => answer(rowOf('other')))).toMatchObject([
    { ...item, data: [33.33, 0], breakdown: 'Other', breakdown_value: '$$_posthog_breakdown_other_$$' },
  ])
})

describe('times', () => {
  const bins = [
    [0, 3],
    [60, 0],
  ] as const
  const answer = (...rows: FunnelRow[]): FunnelAnswer => ({
    kind: 'time_to_convert',
    rows: rows.map((row) => ({ ...row, bins, averageSeconds: 7.25, medianSeconds: 6.5 })),
  })
  const item = {
    bins: [
      [0, 3],
      [60, 0],
    ],
    average_conversion_time: 7.25,
    median_conversion_time: 6.5,
  }

  test('are one object as a result', () => {
    const items = shown(TIMES, (rowOf) => answer(rowOf(null)))
    const query = ofFlat(TIMES)
    expect([toResult(query, items), toFunnelAnswer(items, null, query)]).toMatchObject([
      item,
      { result: item },
    ])
  })

  test('of nobody as well', () => {
    const items = shown(TIMES, (rowOf) => ({
      kind: 'time_to_convert',
      rows: [{ ...rowOf(null), bins: [], averageSeconds: null, medianSeconds: null }],
    }))
    expect(toResult(ofFlat(TIMES), items)).toEqual({
      bins: [],
      average_conversion_time: null,
      median_conversion_time: null,
      people_urls: [],
    })
  })
})

test('each interval and each bin has its people', () => {
  const [trend] = shown(TRENDS, (rowOf) => ({
    kind: 'trends',
    ...DATES,
    rows: [{ ...rowOf(null), rates: [1, 2] }],
  }))
  expect(trend).toMatchObject({
    converted_people_urls: DATES.days.map((day) => LINKS.to({ entrance_period_start: day })),
    dropped_people_urls: DATES.days.map((day) => LINKS.to({ entrance_period_start: day, drop_off: 'true' })),
  })
  const [times] = shown(TIMES, (rowOf) => ({
    kind: 'time_to_convert',
    rows: [
      {
        ...rowOf(null),
        bins: [
          [0, 3],
          [60, 0],
        ],
        averageSeconds: 1,
        medianSeconds: 1,
      },
    ],
  }))
  expect(times).toMatchObject({
    people_urls: [LINKS.to({ funnel_time_from: 0, funnel_time_to: 60 }), LINKS.to({ funnel_time_from: 60 })],
  })
})

test('call 12 has orders and actions as text, in the lists of a breakdown too', () => {
  const events = [{ id: 'visit' }, { id: 4, type: 'actions' }, { id: null }]
  const answered = (items: readonly FunnelItem[]) => toFunnelAnswer(items, null, ofFlat({ events })).result
  const steps = [
    { action_id: 'visit', order: '0' },
    { action_id: '4', order: '1' },
    { action_id: null, order: '2' },
  ]
  expect(answered(shown({ events }, oneRow))).toMatchObject(steps)
  expect(answered(shown({ events, breakdown: '$os' }, ofRows('other')))).toMatchObject([steps])
})
