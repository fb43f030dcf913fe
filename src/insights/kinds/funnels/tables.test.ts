import { describe, expect, test } from 'vitest'
import type { FunnelItem } from './items.ts'
import { funnelPicture } from './picture.ts'
import type { FunnelStepItem } from './step-items.ts'
import { funnelTable } from './tables.ts'

const step = (name: string, order: number, count: number, fields: Partial<FunnelStepItem> = {}) =>
  ({
    action_id: name,
    name,
    custom_name: null,
    type: 'events',
    order,
    people: [],
    count,
    average_conversion_time: order === 0 ? null : 90,
    median_conversion_time: order === 0 ? null : 60,
    converted_people_url: null,
    dropped_people_url: null,
    open_count: null,
    open_people_url: null,
    ...fields,
  }) satisfies FunnelStepItem
const steps = (fields: Partial<FunnelStepItem> = {}) => [
  step('visit', 0, 4, fields),
  step('pay', 1, 1, fields),
]

const DAYS = ['2026-11-19', '2026-11-20']
const LABELS = ['19-Nov-2026', '20-Nov-2026']
const trend = (data: number[], breakdown?: string | string[]) => ({
  count: 2,
  data,
  days: DAYS,
  labels: LABELS,
  incomplete_days: [],
  converted_people_urls: null,
  dropped_people_urls: null,
  ...(breakdown !== undefined && { breakdown, breakdown_value: breakdown }),
})
const times = (bins: number[][], average: number | null) => ({
  bins,
  average_conversion_time: average,
  median_conversion_time: average,
  people_urls: null,
})

const STEPS = [
  'name',
  'breakdown_value',
  'action_id',
  'count',
  'median_conversion_time (seconds)',
  'average_conversion_time (seconds)',
]
test.each<[string, FunnelItem[], readonly unknown[], readonly unknown[][]]>([
  [
    'steps',
    steps(),
    STEPS,
    [
      ['visit', null, 'visit', 4, null, null],
      ['pay', null, 'pay', 1, 60, 90],
    ],
  ],
  [
    'steps of each value, in words',
    [steps({ breakdown: 'Mac' }), steps({ breakdown: ['Other', 'Other'] })],
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
    [...steps({ compare_label: 'current' }), ...steps({ compare_label: 'previous', count: 2 })],
    [...STEPS, 'compare_label'],
    [
      ['visit', null, 'visit', 4, null, null, 'current'],
      ['pay', null, 'pay', 1, 60, 90, 'current'],
      ['visit', null, 'visit', 2, null, null, 'previous'],
      ['pay', null, 'pay', 2, 60, 90, 'previous'],
    ],
  ],
  ['trends', [trend([50, 0])], ['series', ...LABELS], [['Conversion', 50, 0]]],
  [
    'trends of two periods, of which the earlier one is longer',
    [
      { ...trend([50, 0]), compare_label: 'current' },
      { ...trend([1, 2, 3]), compare_label: 'previous', labels: ['1-Oct-2026', '2-Oct-2026', '3-Oct-2026'] },
    ],
    ['series', ...LABELS, '3'],
    [
      ['Conversion - current', 50, 0, null],
      ['Conversion - previous', 1, 2, 3],
      ['Dates - previous', '1-Oct-2026', '2-Oct-2026', '3-Oct-2026'],
    ],
  ],
  [
    'trends of each value',
    [trend([50, 0], 'Mac'), trend([1.5, 2], ['a', 'b'])],
    ['series', ...LABELS],
    [
      ['Mac', 50, 0],
      ['a::b', 1.5, 2],
    ],
  ],
  [
    'times',
    [
      times(
        [
          [0, 3],
          [60, 1],
        ],
        7,
      ),
    ],
    ['breakdown_value', 'bin', 'value'],
    [
      [null, 0, 3],
      [null, 60, 1],
    ],
  ],
  ['times of nobody', [times([], null)], ['breakdown_value', 'bin', 'value'], []],
  ['nothing', [], STEPS, []],
])('the table of %s', (_of, items, columns, rows) => {
  expect(funnelTable(items)).toEqual({ columns, rows })
})

describe('the picture', () => {
  test('of steps has a bar for each, in their order', () => {
    const picture = funnelPicture(steps().toReversed())
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
    const picture = funnelPicture([steps({ breakdown: 'Mac' }), steps({ breakdown: 'Linux' })])
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
    const picture = funnelPicture([trend([50, 0], 'Mac'), trend([25, 100], 'Linux')])
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
    const picture = funnelPicture([
      times(
        [
          [0, 3],
          [90, 1],
        ],
        7,
      ),
    ])
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

  test.each([[[]], [[times([], null)]]])('of %j is none', (items) => {
    expect(funnelPicture(items)).toBeNull()
  })
})
