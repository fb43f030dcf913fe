import { type Html, html } from '#http/server/page/html.ts'
import type { SeriesChart } from '#insights/kind/picture.ts'
import { numberText } from '#shared/number-text.ts'
import { colorOf, type Scale } from './scale.ts'

type Series = SeriesChart['series']
interface Bar {
  readonly series: number
  readonly place: number
  readonly value: number
  /** The value on the axis at which the bar begins. `to` is the value at which it ends. */
  readonly from: number
  readonly to: number
}

/**
 * Stacks the bars of each label in the order of the series. Positive values are stacked upwards from zero,
 * negative values downwards.
 */
function barsOf(series: Series): Bar[] {
  const above: number[] = []
  const below: number[] = []
  return series.flatMap(({ values }, i) =>
    values.map((value, place) => {
      const ends = value < 0 ? below : above
      const from = ends[place] ?? 0
      ends[place] = from + value
      return { series: i, place, value, from, to: from + value }
    }),
  )
}

/** Returns values that the axis must include, so that all bars fit. */
export const stackEnds = (series: Series): number[] => barsOf(series).map(({ to }) => to)

const GAP_SHARE = 0.25

/** Draws a stack of bars for each label. */
export function stackedBars(series: Series, labels: readonly string[], { x, y, step }: Scale): Html {
  const width = Math.round(step * (1 - GAP_SHARE) * 10) / 10
  const bars = barsOf(series).filter(({ value }) => value !== 0)
  return html`${bars.map(({ series: i, place, value, from, to }) => {
    const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))]
    const left = Math.round((x(place) - width / 2) * 10) / 10
    const height = Math.round((bottom - top) * 10) / 10
    return html`<rect class="fill ${colorOf(i)}" x="${left}" y="${top}" width="${width}" height="${height}"><title>${series[i]?.name ?? ''}, ${labels[place] ?? ''}: ${numberText(value)}</title></rect>`
  })}`
}
