import type { Series } from '#query/insight-query.ts'
import type { TrendsPlan } from './plan.ts'

export interface TrendSeries {
  readonly label: string
  readonly count: number
  readonly data: readonly number[]
  /** The start of each bucket, `YYYY-MM-DD` or with a time where buckets are hours. */
  readonly days: readonly string[]
  /** The same for people: `8-Jan-2026`. */
  readonly labels: readonly string[]
  readonly series: Series
}

export interface TrendRow {
  readonly series: number
  readonly bucket: number
  readonly value: number
}

/** One item a series in the order asked, every bucket of the range present. */
export function shapeTrends(plan: TrendsPlan, rows: readonly TrendRow[]): TrendSeries[] {
  const { buckets } = plan.range
  const values = new Map(rows.map((row) => [`${row.series}:${row.bucket}`, row.value]))
  return plan.query.series.map((series, i) => {
    const data = buckets.map((bucket) => values.get(`${i}:${bucket.startMs}`) ?? 0)
    return {
      label: series.name,
      count: data.reduce((sum, value) => sum + value, 0),
      data,
      days: buckets.map((bucket) => bucket.day),
      labels: buckets.map((bucket) => bucket.label),
      series,
    }
  })
}
