import { expect, test } from 'vitest'
import { type ChartData, type ChartForm, drawnOf, heightsOf } from './chart-data.ts'
import { chartOption } from './chart-option.ts'
import type { Plot } from './plot.ts'
import { scaleOf } from './scale.ts'
import { NUMBERS } from './value-format.ts'

const DATA: ChartData = {
  points: ['1 Nov', '2 Nov', '3 Nov', 'today'].map((short) => ({ short, title: short })),
  before: ['28 Oct', '29 Oct', '30 Oct', '31 Oct'].map((short) => ({ short, title: short })),
  unfinishedFrom: 3,
  series: [
    { key: 'a', name: 'a', color: 'var(--c1)', values: [1, 2, 3, 1], before: [1, 1, 1, 1] },
    { key: 'b', name: 'b', color: 'var(--c2)', values: [4, 5, 6, 0], before: [2, 2, 2, 2] },
  ],
}
const PLOT: Plot = {
  width: 640,
  height: 368,
  left: 36,
  right: 4,
  top: 14,
  bottom: 24,
  points: 4,
  isBand: false,
}

// biome-ignore lint/suspicious/noExplicitAny: the types of ECharts allow each option in many forms
function optionOf(form: ChartForm, data = DATA, hidden: readonly string[] = []): any {
  const drawn = drawnOf(data, form, new Set(hidden))
  const scale = scaleOf(heightsOf(drawn))
  const notes = [{ index: 1, word: 'v2.4.0' }]
  return chartOption({ data, form, drawn, scale, format: NUMBERS, notes, plot: PLOT })
}
// biome-ignore lint/suspicious/noExplicitAny: as above
const seriesOf = (option: any) => option.series as any[]

test('lines begin at zero, are 2 px, without markers or motion; the unfinished part is dashed, the period before dotted', () => {
  const option = optionOf('line')
  expect(option).toMatchObject({ animation: false, yAxis: { min: 0, max: 6, interval: 2 } })
  const lines = seriesOf(option).filter(({ name }) => name !== undefined)
  expect(lines.map(({ name, data, lineStyle }) => [name, data, lineStyle.type ?? 'solid'])).toEqual([
    ['a, before', [1, 1, 1, 1], [0.1, 4]],
    ['b, before', [2, 2, 2, 2], [0.1, 4]],
    ['a', [1, 2, 3, null], 'solid'],
    ['a', [null, null, 3, 1], [4, 4]],
    ['b', [4, 5, 6, null], 'solid'],
    ['b', [null, null, 6, 0], [4, 4]],
  ])
  expect(lines.every(({ showSymbol }) => showSymbol === false)).toBe(true)
  expect(lines.filter(({ name }) => name === 'a').every(({ lineStyle }) => lineStyle.width === 2)).toBe(true)
})

test('an annotation is a dotted vertical with its word', () => {
  const note = seriesOf(optionOf('line')).at(-1)
  expect(note.data).toEqual([
    [1, 0],
    [1, 6],
  ])
  // The text of the annotation is drawn above the plot, as `placeNotes` says.
  expect(note.endLabel).toBeUndefined()
})

test('surfaces lie on each other, the highest drawn first', () => {
  const option = optionOf('area')
  const areas = seriesOf(option).filter(({ areaStyle }) => areaStyle !== undefined)
  expect(areas.map(({ name, data }) => [name, data])).toEqual([
    ['b', [5, 7, 9, 1]],
    ['a', [1, 2, 3, 1]],
  ])
  expect(option.yAxis.max).toBe(15)
})

test('bars are stacked by period, and beside each other in groups', () => {
  const stacks = (form: ChartForm) =>
    seriesOf(optionOf(form)).flatMap(({ type, stack }) => (type === 'bar' ? [stack] : []))
  expect(stacks('bar')).toEqual(['before', 'before', 'now', 'now'])
  expect(stacks('group')).toEqual(['before 0', 'before 1', 'now 0', 'now 1'])
  const last = seriesOf(optionOf('bar')).find(({ name }) => name === 'b').data
  expect(last[0].itemStyle.decal).toBeDefined()
  expect(seriesOf(optionOf('bar')).find(({ name }) => name === 'a').data[3].itemStyle).toMatchObject({
    borderType: 'dashed',
  })
})

test('what is below zero is stacked apart, and a line over bars is not stacked', () => {
  const data: ChartData = {
    ...DATA,
    before: null,
    series: [
      { key: 'in', name: 'in', color: '', values: [3] },
      { key: 'out', name: 'out', color: '', values: [-2] },
      { key: 'net', name: 'net', color: '', values: [1], as: 'line' },
    ],
  }
  expect(drawnOf(data, 'bar', new Set()).map(({ tops }) => tops)).toEqual([[3], [-2], [1]])
  expect(seriesOf(optionOf('bar', data)).map(({ type }) => type)).toEqual(['bar', 'bar', 'line', 'line'])
})

test('a hidden series is neither drawn nor counted in a stack', () => {
  expect(optionOf('line', DATA, ['b']).yAxis.max).toBe(3)
  expect(drawnOf(DATA, 'area', new Set(['a'])).map(({ tops }) => tops)).toEqual([[4, 5, 6, 0]])
})

test('from the seventh series on, lines have their names at their ends', () => {
  const many = (count: number): ChartData => ({
    ...DATA,
    before: null,
    series: Array.from({ length: count }, (_, i) => ({
      key: `${i}`,
      name: `${i}`,
      color: '',
      values: [i, i, i, i],
    })),
  })
  const named = (count: number) =>
    seriesOf(optionOf('line', many(count))).filter(
      ({ endLabel, name }) => endLabel !== undefined && name !== undefined,
    )
  expect(named(6)).toHaveLength(0)
  expect(named(7)).toHaveLength(7)
})

test('a line of one point shows it', () => {
  const one: ChartData = {
    ...{ points: DATA.points.slice(0, 1), before: null, unfinishedFrom: 1 },
    series: [{ key: 'a', name: 'a', color: '', values: [5] }],
  }
  expect(seriesOf(optionOf('line', one))[0].showSymbol).toBe(true)
})
