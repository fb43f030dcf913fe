/**
 * A series of values, one for each point of the axis of a chart. The points are times, or have other names.
 */
export interface ChartSeries {
  /** Identifies the series in the chart, for example among the hidden series. */
  readonly key: string
  readonly name: string
  /** A CSS colour; the chart resolves variables. */
  readonly color: string
  readonly values: readonly number[]
  /** The values of the earlier period. */
  readonly before?: readonly number[]
  /** Draws this series as a line over the bars of the other series. */
  readonly as?: 'line'
}

/** `bar` stacks the series; `group` puts them next to each other. */
export type ChartForm = 'line' | 'area' | 'bar' | 'group'

export const areBars = (form: ChartForm): boolean => form === 'bar' || form === 'group'

export interface ChartPoint {
  /** The short label, on the axis: `19 Nov`. */
  readonly short: string
  /** The full label, in the tip: `Thu 19 Nov`. */
  readonly title: string
  /**
   * The start of the interval with its year, in the form in which the answer has it: `2026-11-19`, or with a
   * time.
   */
  readonly start?: string
}

export interface ChartData {
  readonly points: readonly ChartPoint[]
  /** The points of the earlier period, one for each of `points`; null without a comparison. */
  readonly before: readonly ChartPoint[] | null
  /** The index of the first point whose interval has not ended yet. */
  readonly unfinishedFrom: number
  readonly series: readonly ChartSeries[]
}

/** An annotation on the time axis, such as a release. */
export interface ChartNote {
  readonly index: number
  readonly word: string
}

/**
 * A series with the heights at which it is drawn. In a stack a height is the sum of the value and of all
 * values below it; otherwise it is the value.
 */
export interface DrawnSeries {
  readonly series: ChartSeries
  readonly tops: readonly number[]
  readonly beforeTops: readonly number[]
}

/** Returns the visible series with their heights, in the order of `data.series`. */
export function drawnOf(
  data: ChartData,
  form: ChartForm,
  hidden: ReadonlySet<string>,
): readonly DrawnSeries[] {
  const shown = data.series.filter(({ key }) => !hidden.has(key))
  if (form === 'line' || form === 'group')
    return shown.map((series) => ({ series, tops: series.values, beforeTops: series.before ?? [] }))
  const [sums, beforeSums] = [newSums(), newSums()]
  return shown.map((series) => ({
    series,
    tops: series.as === 'line' ? series.values : sums(series.values),
    beforeTops: beforeSums(series.before ?? []),
  }))
}

/**
 * Returns a function that adds the values of one more series to a stack and returns the sums so far.
 * Positive and negative values are summed up separately.
 */
function newSums() {
  const above: number[] = []
  const below: number[] = []
  return (values: readonly number[]): number[] =>
    values.map((value, i) => {
      const sums = value < 0 ? below : above
      sums[i] = (sums[i] ?? 0) + value
      return sums[i]
    })
}

/** Yields all heights that the axis must include. */
export function* heightsOf(drawn: readonly DrawnSeries[]): Generator<number> {
  for (const { tops, beforeTops } of drawn) {
    yield* tops
    yield* beforeTops
  }
}
