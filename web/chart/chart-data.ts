/** Values on a time axis, or on any axis of named points. */
export interface ChartSeries {
  /** Differs from that of every other series of the chart; hidden series are known by it. */
  readonly key: string
  readonly name: string
  /** A CSS value; the chart resolves variables. */
  readonly color: string
  readonly values: readonly number[]
  /** The values of the earlier period. */
  readonly before?: readonly number[]
  /** A line over the bars of the others. */
  readonly as?: 'line'
}

/** `bar` puts the series upon each other, `group` beside each other. */
export type ChartForm = 'line' | 'area' | 'bar' | 'group'

export const areBars = (form: ChartForm): boolean => form === 'bar' || form === 'group'

export interface ChartPoint {
  /** On the axis: `19 Nov`. */
  readonly short: string
  /** In the tip: `Thu 19 Nov`. */
  readonly title: string
  /** The start of a bucket as the answer has it, with its year: `2026-11-19`, or with a time. */
  readonly start?: string
}

export interface ChartData {
  readonly points: readonly ChartPoint[]
  /** Of the earlier period, in the same order. */
  readonly before: readonly ChartPoint[] | null
  /** The points from this one on are not over yet. */
  readonly unfinishedFrom: number
  readonly series: readonly ChartSeries[]
}

/** A word on the time axis, such as a release. */
export interface ChartNote {
  readonly index: number
  readonly word: string
}

/** What each series is drawn with: its values, or for stacks the sums of those below it and its own. */
export interface DrawnSeries {
  readonly series: ChartSeries
  readonly tops: readonly number[]
  readonly beforeTops: readonly number[]
}

/** The visible series, in their order. */
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

/** Sums of what is above zero, and apart from it of what is below. */
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

/** Each number that the axis has to reach. */
export function* heightsOf(drawn: readonly DrawnSeries[]): Generator<number> {
  for (const { tops, beforeTops } of drawn) {
    yield* tops
    yield* beforeTops
  }
}
