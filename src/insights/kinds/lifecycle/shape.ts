import { incompleteDays } from '#insights/kind/incomplete-days.ts'
import type { LifecyclePlan } from './plan.ts'
import type { StatusesRow } from './queries.ts'
import type { Status } from './query.ts'

/** The actors of one status. */
export interface StatusSeries {
  readonly status: Status
  /** One number for each interval; the numbers of `dormant` are negative. */
  readonly data: readonly number[]
  readonly days: readonly string[]
  readonly labels: readonly string[]
  /** Entries of `days` whose interval is not whole. */
  readonly incompleteDays: readonly string[]
}

/** Returns the statuses of the question, in their order. */
export function shapeLifecycle(
  { query, period, moment }: LifecyclePlan,
  { statuses }: { statuses: readonly StatusesRow[] },
): StatusSeries[] {
  const { buckets } = period
  // Place 1 is the interval before the range, so place 2 is the first bucket.
  const found = new Map(statuses.map((row) => [row.place - 2, row]))
  return query.statuses.map((status) => ({
    status,
    data: buckets.map((_, i) => {
      const count = found.get(i)?.[status] ?? 0
      return status === 'dormant' && count > 0 ? -count : count
    }),
    days: buckets.map(({ day }) => day),
    labels: buckets.map(({ label }) => label),
    incompleteDays: incompleteDays(period, moment),
  }))
}
