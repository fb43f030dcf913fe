import { axisTicks, numberText, shortNumberText } from './figures.ts'
import { type Html, html } from './html.ts'
import type { ShownSeries } from './shown-result.ts'

const WIDTH = 760
const HEIGHT = 260
const LEFT = 58
const RIGHT = 16
const TOP = 12
const BOTTOM = 28
/** The style sheet has as many colours. */
const COLORS = 8
const MAX_LINES = 20
const MAX_DOTS = 400
const MAX_DATES = 5

export const colorOf = (place: number): string => `s${place % COLORS}`

interface Scale {
  x(place: number): number
  y(value: number): number
}

/** Lines over time, each with a dot to point at where there are not too many. */
export function trendChart(all: readonly ShownSeries[]): Html {
  const series = all.slice(0, MAX_LINES)
  const labels = series.reduce<readonly string[]>(
    (longest, one) => (one.labels.length > longest.length ? one.labels : longest),
    [],
  )
  const values = series.flatMap(({ data }) => data)
  const least = values.reduce((a, b) => Math.min(a, b), 0)
  const most = values.reduce((a, b) => Math.max(a, b), 0)
  const ticks = axisTicks(least, most, values.every(Number.isInteger))
  const scale = scaleOf(Math.max(...series.map(({ data }) => data.length)), ticks)
  const dots = values.length > MAX_DOTS ? [] : series.map((one, i) => dotsOf(one, i, scale))
  return html`<div class="wide"><svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Line chart; the table below has its numbers">
${ticks.map((tick) => gridLine(tick, scale))}
${dates(labels, scale)}
${series.map((one, i) => lineOf(one, i, scale))}
${dots}
</svg></div>${series.length > 1 ? legend(series) : null}`
}

function scaleOf(points: number, ticks: readonly number[]): Scale {
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const width = WIDTH - LEFT - RIGHT
  const height = HEIGHT - TOP - BOTTOM
  const rounded = (value: number) => Math.round(value * 10) / 10
  return {
    x: (place) => rounded(LEFT + (points > 1 ? (place / (points - 1)) * width : width / 2)),
    y: (value) => rounded(TOP + (1 - (value - low) / (high - low)) * height),
  }
}

const gridLine = (tick: number, { y }: Scale) =>
  html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${LEFT - 8}" y="${y(tick) + 4}" text-anchor="end">${shortNumberText(tick)}</text>`

const dates = (labels: readonly string[], { x }: Scale) =>
  labels.flatMap((label, i) =>
    i % Math.ceil(labels.length / MAX_DATES) === 0
      ? [
          html`<text x="${x(i)}" y="${HEIGHT - 8}" text-anchor="${anchorOf(i, labels.length)}">${label}</text>`,
        ]
      : [],
  )

// The last would reach out of the picture.
const anchorOf = (place: number, count: number) => (count > 1 && place === count - 1 ? 'end' : 'middle')

function lineOf({ data }: ShownSeries, place: number, { x, y }: Scale): Html {
  const points = data.map((value, i) => `${x(i)},${y(value)}`).join(' ')
  return html`<polyline class="line ${colorOf(place)}" points="${points}"/>`
}

const dotsOf = ({ label, data, labels }: ShownSeries, place: number, { x, y }: Scale) =>
  html`${data.map(
    (value, i) =>
      html`<circle class="dot ${colorOf(place)}" cx="${x(i)}" cy="${y(value)}" r="3"><title>${label}, ${labels[i] ?? ''}: ${numberText(value)}</title></circle>`,
  )}`

const legend = (series: readonly ShownSeries[]) =>
  html`<ul class="legend">${series.map(
    ({ label }, i) =>
      html`<li><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="fill ${colorOf(i)}" width="10" height="10" rx="2"/></svg><bdi>${label}</bdi></li>`,
  )}</ul>`
