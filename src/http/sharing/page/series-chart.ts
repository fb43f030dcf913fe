import { type Html, html } from '#http/server/page/html.ts'
import type { SeriesChart } from '#insights/kind/picture.ts'
import { numberText } from '#shared/number-text.ts'
import { axisTicks, shortNumberText } from './figures.ts'
import { colorOf, type Scale } from './scale.ts'
import { stackEnds, stackedBars } from './stacked-bars.ts'

const WIDTH = 760
const HEIGHT = 260
const LEFT = 58
const RIGHT = 16
const TOP = 12
const BOTTOM = 28
const MAX_SERIES = 20
const MAX_DOTS = 400
const MAX_DATES = 5

/**
 * Draws a chart over time, either as stacked bars or as lines. The values of a line have dots if there are
 * few enough of them.
 */
export function seriesChart(chart: SeriesChart): Html {
  const series = chart.series.slice(0, MAX_SERIES)
  const isStacked = chart.form === 'stacked bars'
  const values = isStacked ? stackEnds(series) : series.flatMap((one) => one.values)
  const least = values.reduce((a, b) => Math.min(a, b), 0)
  const most = values.reduce((a, b) => Math.max(a, b), 0)
  const ticks = axisTicks(least, most, values.every(Number.isInteger))
  const scale = scaleOf(chart.labels.length, ticks, isStacked)
  const marks = isStacked ? stackedBars(series, chart.labels, scale) : lines(series, chart.labels, scale)
  const kind = isStacked ? 'Bar' : 'Line'
  return html`<div class="wide"><svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${kind} chart; the table below has its numbers">
${ticks.map((tick) => gridLine(tick, scale))}
${dates(chart.labels, scale, isStacked)}
${marks}
</svg></div>${series.length > 1 ? legend(series) : null}`
}

// Lines reach from edge to edge of the picture. Bars need space on both sides.
function scaleOf(places: number, ticks: readonly number[], hasBars: boolean): Scale {
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const width = WIDTH - LEFT - RIGHT
  const height = HEIGHT - TOP - BOTTOM
  const step = hasBars ? width / places : width / Math.max(places - 1, 1)
  const start = hasBars ? step / 2 : places > 1 ? 0 : width / 2
  const rounded = (value: number) => Math.round(value * 10) / 10
  return {
    x: (place) => rounded(LEFT + start + place * step),
    y: (value) => rounded(TOP + (1 - (value - low) / (high - low)) * height),
    step,
  }
}

const gridLine = (tick: number, { y }: Scale) =>
  html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${LEFT - 8}" y="${y(tick) + 4}" text-anchor="end">${shortNumberText(tick)}</text>`

const dates = (labels: readonly string[], { x }: Scale, hasBars: boolean) =>
  labels.flatMap((label, i) =>
    i % Math.ceil(labels.length / MAX_DATES) === 0
      ? [
          html`<text x="${x(i)}" y="${HEIGHT - 8}" text-anchor="${hasBars ? 'middle' : anchorOf(i, labels.length)}">${label}</text>`,
        ]
      : [],
  )

// The last label ends at its value instead of being centred, because it would otherwise reach out of the
// picture.
const anchorOf = (place: number, count: number) => (count > 1 && place === count - 1 ? 'end' : 'middle')

type Series = SeriesChart['series']

function lines(series: Series, labels: readonly string[], scale: Scale): Html {
  const dotCount = series.reduce((count, { values }) => count + values.length, 0)
  const dots = dotCount > MAX_DOTS ? [] : series.map((one, i) => dotsOf(one, labels, i, scale))
  return html`${series.map((one, i) => lineOf(one, i, scale))}
${dots}`
}

function lineOf({ values }: Series[number], place: number, { x, y }: Scale): Html {
  const points = values.map((value, i) => `${x(i)},${y(value)}`).join(' ')
  return html`<polyline class="line ${colorOf(place)}" points="${points}"/>`
}

const dotsOf = (
  { name, values, labels: own }: Series[number],
  labels: readonly string[],
  place: number,
  { x, y }: Scale,
) =>
  html`${values.map(
    (value, i) =>
      html`<circle class="dot ${colorOf(place)}" cx="${x(i)}" cy="${y(value)}" r="3"><title>${name}, ${(own ?? labels)[i] ?? ''}: ${numberText(value)}</title></circle>`,
  )}`

const legend = (series: Series) =>
  html`<ul class="legend">${series.map(
    ({ name }, i) =>
      html`<li><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="fill ${colorOf(i)}" width="10" height="10" rx="2"/></svg><bdi>${name}</bdi></li>`,
  )}</ul>`
