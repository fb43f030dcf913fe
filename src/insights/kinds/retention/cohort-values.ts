import { columnsOf, labelOf } from './columns.ts'
import type { RetentionQuery } from './query.ts'
import type { Cohort } from './shape.ts'

/** A number of a cohort, as items, tables and pictures show it. */
export interface CohortValue {
  readonly count: number
  /**
   * The sum or the mean of the numbers of the actors that `count` counts. Null for a question without sums.
   */
  readonly aggregated: number | null
  /** `Day 2`, or `Day 2-4` for a bracket. */
  readonly label: string
  /** The number of actors that `rate` is a share of. */
  readonly base: number
  /** `count` as a share of `base`; null if `base` is 0. */
  readonly rate: number | null
  /** Whether the interval of the value is whole. */
  readonly isWhole: boolean
}

/** Returns the values of a cohort, the cohort's own interval first. */
export function cohortValues(query: RetentionQuery, { counts, totals, areWhole }: Cohort): CohortValue[] {
  const columns = columnsOf(query)
  return counts.map((count, value) => {
    const base = counts[query.reference === 'total' || value === 0 ? 0 : value - 1] ?? 0
    return {
      count,
      aggregated: totals === undefined ? null : sumOrMean(query, totals[value] ?? 0, count),
      label: labelOf(query, columns[value] ?? { first: value, last: value }),
      base,
      rate: base === 0 ? null : count / base,
      isWhole: areWhole[value] === true,
    }
  })
}

/** Returns the sum or the mean of a value. The mean over no actors is 0, like their sum. */
const sumOrMean = ({ summed }: RetentionQuery, total: number, actors: number): number =>
  summed?.as === 'avg' ? total / Math.max(actors, 1) : total
