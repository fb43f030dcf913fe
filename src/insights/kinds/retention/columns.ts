import type { RetentionQuery } from './query.ts'

/** The intervals that one value of a cohort counts, as distances from the interval of the cohort. */
export interface Column {
  readonly first: number
  readonly last: number
}

/**
 * Returns the columns of an answer: interval 0, then each bracket. Without brackets each interval is a
 * column.
 */
export function columnsOf({
  totalIntervals,
  brackets,
}: Pick<RetentionQuery, 'totalIntervals' | 'brackets'>): Column[] {
  const sizes = brackets.length > 0 ? brackets : Array.from({ length: totalIntervals - 1 }, () => 1)
  let last = 0
  return [
    { first: 0, last: 0 },
    ...sizes.map((size) => {
      const first = last + 1
      last += size
      return { first, last }
    }),
  ]
}

/**
 * Returns the columns in which a cohort has values: the columns that begin in an interval of the question.
 */
export function columnsOfCohort(query: RetentionQuery, cohort: number): Column[] {
  const furthest = query.totalIntervals - 1 - cohort
  return columnsOf(query).filter(({ first }) => first <= furthest)
}

/** Returns the label of a column: `Day 2`, or `Day 2-4` for a bracket of several intervals. */
export function labelOf({ interval }: Pick<RetentionQuery, 'interval'>, { first, last }: Column): string {
  const name = `${interval[0]?.toUpperCase()}${interval.slice(1)}`
  return first === last ? `${name} ${first}` : `${name} ${first}-${last}`
}
