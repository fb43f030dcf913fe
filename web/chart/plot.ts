import type { Scale } from './scale.ts'

/**
 * The area of a chart in which values are drawn. The sides are the distances from the edges of the chart,
 * in pixels.
 */
export interface Plot {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** The number of points on the time axis. */
  readonly points: number
  /**
   * Whether each point is the middle of a band of equal width, as bars are. Otherwise the first point is on
   * the left edge of the area, and the last point on the right edge.
   */
  readonly isBand: boolean
}

const inner = ({ width, left, right }: Plot): number => Math.max(1, width - left - right)

/** Returns the distance of a point from the left edge of the chart, in pixels. */
export function xAt(plot: Plot, index: number): number {
  if (plot.isBand) return plot.left + ((index + 0.5) * inner(plot)) / Math.max(1, plot.points)
  return plot.left + (plot.points < 2 ? inner(plot) / 2 : (index * inner(plot)) / (plot.points - 1))
}

/** Returns the index of the point nearest to a distance from the left edge. */
export function indexAt(plot: Plot, x: number): number {
  const share = (x - plot.left) / inner(plot)
  const index = plot.isBand ? Math.floor(share * plot.points) : Math.round(share * (plot.points - 1))
  return Math.min(Math.max(0, plot.points - 1), Math.max(0, index))
}

/** Returns the distance of a value from the upper edge of the chart, in pixels. */
export function yAt({ height, top, bottom }: Plot, { low, high }: Scale, value: number): number {
  return top + (1 - (value - low) / (high - low)) * (height - top - bottom)
}

const LEAST_LABEL_PX = 64

/**
 * Returns the indexes of the points that have a label on the time axis. As many points have a label as fit.
 * The last point always has one.
 */
export function labelledPoints(plot: Plot): ReadonlySet<number> {
  const last = plot.points - 1
  const fit = Math.max(1, Math.floor(inner(plot) / LEAST_LABEL_PX))
  const step = Math.max(1, Math.ceil(plot.points / fit))
  const shown = new Set<number>()
  for (let index = 0; index < last; index += step)
    if (xAt(plot, last) - xAt(plot, index) >= LEAST_LABEL_PX * 0.9) shown.add(index)
  return shown.add(Math.max(0, last))
}

/**
 * Moves positions apart, so that they are at least `gap` apart and none exceeds `most`. They stay in the
 * order of `wanted` and close to it.
 */
export function spread(wanted: readonly number[], gap: number, most: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  const places = [...wanted]
  let least = Number.NEGATIVE_INFINITY
  for (const i of order) {
    places[i] = Math.max(wanted[i] ?? 0, least)
    least = (places[i] ?? 0) + gap
  }
  let highest = most
  for (const i of order.reverse()) {
    places[i] = Math.min(places[i] ?? 0, highest)
    highest = (places[i] ?? 0) - gap
  }
  return places
}
