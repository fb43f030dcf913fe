import { describe, expect, test } from 'vitest'
import { funnelQuestion } from '../../../../test/fixtures/questions.ts'
import type { FunnelAnswer, PeriodAnswer } from './answer.ts'
import { funnelPicture } from './picture.ts'
import { funnelTable } from './tables.ts'

const QUERY = funnelQuestion({ events: [{ id: 'visit' }, { id: 'pay', order: 1 }] })

const step = (count: number, seconds: [average: number, median: number] | null) => ({
  count,
  averageConversionSeconds: seconds?.[0] ?? null,
  medianConversionSeconds: seconds?.[1] ?? null,
  openCount: null,
})
/** A row of a breakdown, or the only row if it has no words. */
const rowOf = (words?: string | string[]) =>
  words === undefined ? { row: null, words: null } : { row: { values: [words].flat() }, words }
const stepsRow = (words?: string | string[], counts: [number, number] = [4, 1]) => ({
  ...rowOf(words),
  steps: [step(counts[0], null), step(counts[1], [90, 60])],
})
const steps = (...rows: ReturnType<typeof stepsRow>[]): PeriodAnswer => ({ kind: 'steps', rows })

const DAYS = ['2026-11-19', '2026-11-20']
const LABELS = ['19-Nov-2026', '20-Nov-2026']
const trendRow = (rates: number[], words?: string | string[]) => ({ ...rowOf(words), rates })
const trends = (rows: ReturnType<typeof trendRow>[], labels = LABELS): PeriodAnswer => ({
  ...{ kind: 'trends', days: DAYS, labels, incompleteDays: [], rows },
})
const times = (bins: [number, number][], seconds: number | null): PeriodAnswer => ({
  kind: 'time_to_convert',
  rows: [{ ...rowOf(), bins, averageSeconds: seconds, medianSeconds: seconds }],
})

const STEPS = [
  'name',
  'breakdown_value',
  'action_id',
  'count',
  'median_conversion_time (seconds)',
  'average_conversion_time (seconds)',
]
test.each<[string, FunnelAnswer, readonly unknown[], readonly unknown[][]]>([
  [
    'steps',
    steps(stepsRow()),
    STEPS,
    [
      ['visit', null, 'visit', 4, null, null],
      ['pay', null, 'pay', 1, 60, 90],
    ],
  ],
  [
    'steps of each value, in words',
    steps(stepsRow('Mac'), stepsRow(['Other', 'Other'])),
    STEPS,
    [
      ['visit', 'Mac', 'visit', 4, null, null],
      ['pay', 'Mac', 'pay', 1, 60, 90],
      ['visit', 'Other::Other', 'visit', 4, null, null],
      ['pay', 'Other::Other', 'pay', 1, 60, 90],
    ],
  ],
  [
    'steps of two periods',
    { ...steps(stepsRow()), earlier: steps(stepsRow(undefined, [2, 2])) },
    [...STEPS, 'compare_label'],
    [
      ['visit', null, 'visit', 4, null, null, 'current'],
      ['pay', null, 'pay', 1, 60, 90, 'current'],
      ['visit', null, 'visit', 2, null, null, 'previous'],
      ['pay', null, 'pay', 2, 60, 90, 'previous'],
    ],
  ],
  ['trends', trends([trendRow([50, 0])]), ['series', ...LABELS], [['Conversion', 50, 0]]],
  [
    'trends of two periods, of which the earlier one is longer',
    {
      ...trends([trendRow([50, 0])]),
      earlier: trends([trendRow([1, 2, 3])], ['1-Oct-2026', '2-Oct-2026', '3-Oct-2026']),
    },
    ['series', ...LABELS, '3'],
    [
      ['Conversion - current', 50, 0, null],
      ['Conversion - previous', 1, 2, 3],
      ['Dates - previous', '1-Oct-2026', '2-Oct-2026', '3-Oct-2026'],
    ],
  ],
  [
    'trends of each value',
    trends([trendRow([50, 0], 'Mac'), trendRow([1.5, 2], ['a', 'b'])]),
    ['series', ...LABELS],
    [
      ['Mac', 50, 0],
      ['a::b', 1.5, 2],
    ],
  ],
  [
    'times',
    times(
      [
        [0, 3],
        [60, 1],
      ],
      7,
    ),
    ['breakdown_value', 'bin', 'value'],
    [
      [null, 0, 3],
      [null, 60, 1],
    ],
  ],
  ['times of nobody', times([], null), ['breakdown_value', 'bin', 'value'], []],
  ['no steps', steps(), STEPS, []],
  ['no trends', trends([]), STEPS, []],
])('the table of %s', (_of, answer, columns, rows) => {
  expect(funnelTable(QUERY, answer)).toEqual({ columns, rows })
})

describe('the picture', () => {
  test('of steps has a bar for each, in their order', () => {
    const picture = funnelPicture(QUERY, steps(stepsRow()))
    expect(picture?.chart).toEqual({
      form: 'steps',
      steps: [
        { name: 'visit', count: 4, share: 1 },
        { name: 'pay', count: 1, share: 0.25 },
      ],
    })
    expect(picture?.table.rows).toEqual([
      ['1. visit', 4, 1, null, null, null],
      ['2. pay', 1, 0.25, 0.25, 90, 60],
    ])
  })

  test('of the steps of each value has a part of a column for each', () => {
    const picture = funnelPicture(QUERY, steps(stepsRow('Mac'), stepsRow('Linux')))
    expect(picture?.chart).toEqual({
      form: 'stacked bars',
      labels: ['visit', 'pay'],
      series: [
        { name: 'Mac', values: [4, 1] },
        { name: 'Linux', values: [4, 1] },
      ],
    })
    expect(picture?.table.rows.map(([name]) => name)).toEqual([
      'Mac · 1. visit',
      'Mac · 2. pay',
      'Linux · 1. visit',
      'Linux · 2. pay',
    ])
  })

  test('of trends has a line for each row', () => {
    const picture = funnelPicture(QUERY, trends([trendRow([50, 0], 'Mac'), trendRow([25, 100], 'Linux')]))
    expect(picture?.chart).toEqual({
      form: 'lines',
      labels: LABELS,
      series: [
        { name: 'Mac', values: [50, 0] },
        { name: 'Linux', values: [25, 100] },
      ],
    })
    expect(picture?.table).toEqual({
      columns: [
        { title: 'Date', format: 'date' },
        { title: 'Mac', format: 'percent' },
        { title: 'Linux', format: 'percent' },
      ],
      rows: [
        [LABELS[0], 0.5, 0.25],
        [LABELS[1], 0, 1],
      ],
    })
  })

  test('of times has a column for each bin', () => {
    const bins: [number, number][] = [
      [0, 3],
      [90, 1],
    ]
    const picture = funnelPicture(QUERY, times(bins, 7))
    expect(picture?.chart).toEqual({
      form: 'stacked bars',
      labels: ['0 s', '1 min 30 s'],
      series: [{ name: 'Count', values: [3, 1] }],
    })
    expect(picture?.table.rows).toEqual([
      ['0 s', 3],
      ['1 min 30 s', 1],
    ])
  })

  test.each([steps(), trends([]), times([], null)])('of %j is none', (answer) => {
    expect(funnelPicture(QUERY, answer)).toBeNull()
  })
})
