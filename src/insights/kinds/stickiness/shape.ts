import type { StickinessPlan } from './plan.ts'
import type { ActorsRow } from './queries.ts'

/** One series in one period. */
export interface SeriesStickiness {
  readonly series: number
  readonly period: 'current' | 'previous'
  /** Actors with at least one active interval. */
  readonly count: number
  /** Actors by their number of active intervals. The first number is for one active interval. */
  readonly data: readonly number[]
}

/** Returns all series of the current period, then all series of the previous one. */
export function shapeStickiness(
  plan: StickinessPlan,
  { actors }: { actors: readonly ActorsRow[] },
): SeriesStickiness[] {
  const found = new Map(actors.map((row) => [`${row.period}:${row.series}:${row.active}`, row.actors]))
  return plan.periods.flatMap(({ buckets }, period) =>
    plan.query.series.map((_, series) => {
      const exact = buckets.map((__, i) => found.get(`${period}:${series}:${i + 1}`) ?? 0)
      const atLeast = exact.map((___, i) => exact.slice(i).reduce((sum, value) => sum + value, 0))
      return {
        series,
        period: period === 0 ? ('current' as const) : ('previous' as const),
        count: atLeast[0] ?? 0,
        data: plan.query.isCumulative ? atLeast : exact,
      }
    }),
  )
}
