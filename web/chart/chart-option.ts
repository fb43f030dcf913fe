import type { EChartsOption, SeriesOption } from 'echarts/types/dist/echarts'
import { areBars, type ChartData, type ChartForm, type ChartNote, type DrawnSeries } from './chart-data.ts'
import { labelledPoints, type Plot, spread, xAt, yAt } from './plot.ts'
import { pale } from './resolve-colors.ts'
import { linesOf, type Scale } from './scale.ts'
import type { ValueFormat } from './value-format.ts'

export interface ChartPicture {
  readonly data: ChartData
  readonly form: ChartForm
  /** The visible series, from {@link drawnOf}. */
  readonly drawn: readonly DrawnSeries[]
  readonly plot: Plot
  readonly scale: Scale
  readonly format: ValueFormat
  readonly notes: readonly ChartNote[]
}

type Values = (number | null)[]

/**
 * If a chart has this many series, colours alone do not tell its lines apart, so each line has its name at
 * its end.
 */
export const SERIES_WITH_LABELS = 7

/**
 * Half of the width of a label on the axis: the label of a point extends this far to the right of the
 * point.
 */
const HALF_LABEL_PX = 22

const DOTTED: [number, number] = [0.1, 4]
const DASHED: [number, number] = [4, 4]
const TEXT = { color: 'var(--ink-3)', fontSize: 11, fontFamily: 'var(--font)' }

/**
 * Returns the ECharts option of a chart. Its colours are CSS variables, which {@link resolveColors}
 * replaces. The chart has no animation and ignores the pointer.
 */
export function chartOption(picture: ChartPicture): EChartsOption {
  const { data, plot, scale, format } = picture
  const shown = labelledPoints(plot)
  return {
    animation: false,
    // ECharts must not move the edges of the plot to make room for labels, because elements over the chart
    // are placed relative to these edges.
    grid: {
      ...{ left: plot.left, right: plot.right, top: plot.top, bottom: plot.bottom },
      outerBoundsMode: 'none',
    },
    xAxis: {
      type: 'category',
      boundaryGap: plot.isBand,
      data: data.points.map(({ short }) => short),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: 'var(--edge)' } },
      axisLabel: {
        ...TEXT,
        interval: (index: number) => shown.has(index),
        alignMaxLabel: plot.width - xAt(plot, plot.points - 1) < HALF_LABEL_PX ? 'right' : 'center',
        margin: 10,
      },
    },
    yAxis: {
      type: 'value',
      min: scale.low,
      max: scale.high,
      interval: scale.step,
      axisLabel: {
        ...TEXT,
        align: 'left',
        margin: plot.left,
        formatter: (value: number) => format.axis(value, value === linesOf(scale).at(-1)),
      },
      splitLine: { lineStyle: { color: 'var(--grid)' } },
    },
    series: [...seriesOf(picture), ...notesOf(picture)],
    silent: true,
  } as EChartsOption
}

function seriesOf(picture: ChartPicture): SeriesOption[] {
  const { form, drawn, data } = picture
  if (areBars(form)) return [...bars(picture), ...drawn.filter(isLine).flatMap((one) => lines(one, picture))]
  const areas = form === 'area' ? [...drawn].reverse().map((one) => area(one)) : []
  const labels = drawn.length >= SERIES_WITH_LABELS ? labelShifts(picture) : null
  const before = data.before === null ? [] : drawn.map((one) => beforeLine(one, data.points.length))
  return [...areas, ...before, ...drawn.flatMap((one, i) => lines(one, picture, labels?.[i]))]
}

const isLine = ({ series }: DrawnSeries): boolean => series.as === 'line'

/** Returns the finished part of a line and, if there is one, its unfinished part, which is dashed. */
function lines(
  { series: { name, color }, tops }: DrawnSeries,
  { data }: Pick<ChartPicture, 'data'>,
  label?: number,
): SeriesOption[] {
  const until = Math.max(data.unfinishedFrom, 1)
  const has = tops.length > data.unfinishedFrom
  const finished: Values = tops.map((value, i) => (i < until ? value : null))
  const unfinished: Values = tops.map((value, i) => (i >= until - 1 ? value : null))
  const parts: [Values, boolean][] = has
    ? [
        [finished, false],
        [unfinished, true],
      ]
    : [[finished, false]]
  return parts.map(([values, isUnfinished], part) => ({
    type: 'line' as const,
    name,
    data: values,
    // A line with a single point is invisible without a symbol.
    showSymbol: tops.length === 1 && !isUnfinished,
    symbol: 'circle',
    symbolSize: 6,
    itemStyle: { color },
    lineStyle: {
      width: 2,
      color,
      cap: isUnfinished ? ('butt' as const) : ('round' as const),
      ...(isUnfinished && { type: DASHED }),
    },
    ...(label !== undefined && part === parts.length - 1 && { endLabel: endLabel(name, label) }),
    z: 4,
  }))
}

/** The name at the end of a line. It is shifted vertically so that names do not cover each other. */
const endLabel = (name: string, shiftPx: number) => ({
  ...TEXT,
  color: 'var(--ink-2)',
  show: true,
  formatter: () => cut(name),
  distance: 6,
  offset: [0, shiftPx],
})

const LABEL_PX = 13

/** Returns for each line how many pixels its name is shifted from the end of the line. */
function labelShifts({ drawn, plot, scale }: ChartPicture): number[] {
  const ends = drawn.map(({ tops }) => yAt(plot, scale, tops.at(-1) ?? 0))
  const places = spread(ends, LABEL_PX, plot.height - plot.bottom)
  return ends.map((end, i) => (places[i] ?? end) - end)
}

const cut = (name: string): string => (name.length > 14 ? `${name.slice(0, 13)}…` : name)

const beforeLine = ({ series: { name, color }, beforeTops }: DrawnSeries, points: number): SeriesOption => ({
  type: 'line',
  name: `${name}, before`,
  data: beforeTops.slice(0, points),
  showSymbol: false,
  itemStyle: { color },
  lineStyle: { width: 1.75, color, type: DOTTED, cap: 'round', opacity: 0.65 },
  z: 3,
})

/** The area below a line. Areas are opaque, and the lower ones are drawn over the higher ones. */
const area = ({ series: { name, color }, tops }: DrawnSeries): SeriesOption => ({
  type: 'line',
  name,
  data: [...tops],
  showSymbol: false,
  lineStyle: { opacity: 0 },
  areaStyle: { color: pale(color), opacity: 1 },
  z: 2,
})

function bars({ drawn, data, form }: ChartPicture): SeriesOption[] {
  const stacked = drawn.filter((one) => !isLine(one))
  const now = stacked.map(
    ({ series: { name, color, values } }, place): SeriesOption => ({
      type: 'bar',
      name,
      stack: form === 'group' ? `now ${place}` : 'now',
      barMaxWidth: 48,
      barCategoryGap: '32%',
      barGap: '12%',
      data: values.map((value, i) => ({
        value: heightOf(value),
        itemStyle: i < data.unfinishedFrom ? finishedBar(color, place) : unfinishedBar(color),
      })),
      z: 3,
    }),
  )
  if (data.before === null) return now
  const before = stacked.map(
    ({ series: { name, color, before: values = [] } }, place): SeriesOption => ({
      type: 'bar',
      name: `${name}, before`,
      stack: form === 'group' ? `before ${place}` : 'before',
      barMaxWidth: 48,
      data: values.slice(0, data.points.length).map(heightOf),
      itemStyle: { ...unfinishedBar(color), borderType: 'dotted' },
      z: 3,
    }),
  )
  return [...before, ...now]
}

/** Returns null for zero, because a bar without height would still have a border. */
const heightOf = (value: number): number | null => (value === 0 ? null : value)

/** Every second part of a stack is hatched, so that neighbours are told apart by more than their colour. */
const finishedBar = (color: string, place: number) => ({
  color,
  ...(place % 2 === 1 && {
    decal: { color: 'var(--surface)', dashArrayX: [1, 0], dashArrayY: [1, 5], rotation: -Math.PI / 4 },
  }),
})
const unfinishedBar = (color: string) => ({
  color: pale(color),
  borderColor: color,
  borderWidth: 1,
  borderType: 'dashed' as const,
})

/**
 * Draws annotations as dotted vertical lines. Their texts are elements above the plot. Each line is a series
 * with two points, because the mark-line component of ECharts would be more code to load.
 */
const notesOf = ({ notes, scale }: ChartPicture): SeriesOption[] =>
  notes.map(({ index }) => ({
    type: 'line',
    data: [
      [index, scale.low],
      [index, scale.high],
    ],
    showSymbol: false,
    lineStyle: { color: 'var(--edge-strong)', type: [2, 3], width: 1 },
    z: 1,
  }))
