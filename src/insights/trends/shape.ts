import type { TrendsPlan } from './plan.ts'
import type { TrendValue } from './queries.ts'

/** One series with every bucket of the range. */
export interface TrendSeries {
  readonly label: string
  readonly count: number
  readonly data: readonly number[]
  /** The start of each bucket, `YYYY-MM-DD` or with a time where buckets are hours. */
  readonly days: readonly string[]
  /** The same as words: `8-Jan-2026`. */
  readonly labels: readonly string[]
}

/** One item for each series, in their order. */
export function shapeTrends(plan: TrendsPlan, { values }: { values: readonly TrendValue[] }): TrendSeries[] {
  const { buckets } = plan.period
  const known = new Map(values.map((row) => [`${row.series}:${row.bucket}`, row.value]))
  return plan.query.series.map((series, i) => {
    const data = buckets.map((bucket) => known.get(`${i}:${bucket.startMs}`) ?? 0)
    return {
      label: series.name,
      count: data.reduce((sum, value) => sum + value, 0),
      data,
      days: buckets.map((bucket) => bucket.day),
      labels: buckets.map((bucket) => bucket.label),
    }
  })
}
