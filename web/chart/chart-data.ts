/** A series of values on a time axis, or on another axis of named points. */
export interface ChartSeries {
  /** Unique in the chart. Hidden series are identified by it. */
  readonly key: string
  readonly name: string
  /** A CSS colour; the chart resolves variables. */
  readonly color: string
  readonly values: readonly number[]
  /** The values of the earlier period. */
  readonly before?: readonly number[]
  /** Draws the series as a line over the bars of the other series. */
  readonly as?: 'line'
}

/** `bar` stacks the series; `group` puts them next to each other. */
export type ChartForm = 'line' | 'area' | 'bar' | 'group'

export const areBars = (form: ChartForm): boolean => form === 'bar' || form === 'group'

export interface ChartPoint {
  /** The label on the axis: `19 Nov`. */
  readonly short: string
  /** The label in the tip: `Thu 19 Nov`. */
  readonly title: string
  /** The start of the interval as the answer has it, with its year: `2026-11-19`, or with a time. */
  readonly start?: string
}

export interface ChartData {
  readonly points: readonly ChartPoint[]
  /** The points of the earlier period in the same order; null without a comparison. */
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
 * A series as it is drawn: with its own values, or in a stack with the sum of its value and the values
 * below it.
 */
export interface DrawnSeries {
  readonly series: ChartSeries
  readonly tops: readonly number[]
  readonly beforeTops: readonly number[]
}

/** Returns the visible series in their order. */
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

/** Running sums of a stack: positive values are summed up apart from negative ones. */
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

/** Yields each number that the axis has to reach. */
export function* heightsOf(drawn: readonly DrawnSeries[]): Generator<number> {
  for (const { tops, beforeTops } of drawn) {
    yield* tops
    yield* beforeTops
  }
}
