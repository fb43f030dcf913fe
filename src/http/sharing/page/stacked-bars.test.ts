import { expect, test } from 'vitest'
import type { SeriesChart } from '#insights/kind/picture.ts'
import { seriesChart } from './series-chart.ts'
import { stackEnds } from './stacked-bars.ts'

const series = [
  { name: 'new', values: [2, 0] },
  { name: 'back', values: [3, 1] },
  { name: 'gone', values: [-4, -1] },
]
const chart: SeriesChart = { form: 'stacked bars', labels: ['Mon', '<Tue>'], series }

test('positive bars stand on each other, negative ones hang below zero', () => {
  expect(stackEnds(series)).toEqual([2, 0, 5, 1, -4, -1])
})

test('a bar for each value but zero, as high as its value, with its name', () => {
  const { text } = seriesChart(chart)
  const bars = [
    ...text.matchAll(
      /<rect class="fill s(\d)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"><title>([^<]*)/g,
    ),
  ]
  const shown = bars.map(([, color, left, top, width, height, title]) => ({
    color,
    title,
    ...{ left: Number(left), top: Number(top), width: Number(width), height: Number(height) },
  }))
  expect(shown.map(({ title }) => title)).toEqual([
    'new, Mon: 2',
    'back, Mon: 3',
    'back, &lt;Tue&gt;: 1',
    'gone, Mon: -4',
    'gone, &lt;Tue&gt;: -1',
  ])
  const [newMon, backMon, backTue, goneMon, goneTue] = shown
  // The axis has five units above zero and four below it. Heights are rounded to a tenth.
  expect((backMon?.height ?? 0) / (newMon?.height ?? 1)).toBeCloseTo(1.5, 1)
  expect((backMon?.top ?? 0) + (backMon?.height ?? 0)).toBeCloseTo(newMon?.top ?? 0, 1)
  expect(goneMon?.top).toBeCloseTo((newMon?.top ?? 0) + (newMon?.height ?? 0), 1)
  expect(goneMon?.left).toBe(newMon?.left)
  expect(goneTue?.left).toBe(backTue?.left)
  expect(backTue?.left).toBeGreaterThan((newMon?.left ?? 0) + (newMon?.width ?? 0))
})
