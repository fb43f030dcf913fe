import { z } from 'zod'
import { bound, type Fragment, sql } from '#fragments/fragment.ts'
import { Integer } from '#insights/kind/row-values.ts'
import { cohortsOf, type RowValues } from '#query/breakdown.ts'
import type { PlannedSeries, TrendsPlan } from './plan.ts'

/**
 * Returns the least and the greatest number of a property as a tuple. Null if the property has no number;
 * no event is then in a bin.
 */
export type BoundsOf = (property: number) => Fragment | null

export const BoundsRow = z.object({
  decider: Integer,
  /**
   * The least number of each property of the breakdown. Null for a property without numbers or without
   * bins. `greatest` has the greatest numbers in the same way.
   */
  least: z.array(z.number().nullable()),
  greatest: z.array(z.number().nullable()),
})
export const LargestRow = z.object({
  decider: Integer,
  /** Index of the cohort among the cohorts of the breakdown; 0 without cohorts. */
  cohort: Integer.default(0),
  /** Values of the row, one for each property. */
  values: z.array(z.string()),
})
/** Results of the queries for edges. A result is absent if the breakdown does not need this query. */
export interface EdgeResults {
  readonly bounds?: z.output<typeof BoundsRow>[]
  readonly largest?: z.output<typeof LargestRow>[]
}

/**
 * Returns the decider of a series: the index of the series that decides the rows of this one. A formula needs
 * the same rows of all series, so the first series decides for all of them.
 */
export const deciderOf = ({ query }: TrendsPlan, { place }: Pick<PlannedSeries, 'place'>): number =>
  query.formulas.length > 0 ? 0 : place

/** Returns the series that have this decider, in the current period. */
export const decidingWith = (plan: TrendsPlan, decider: number): readonly PlannedSeries[] =>
  (plan.periods[0]?.series ?? []).filter((series) => deciderOf(plan, series) === decider)

/** Returns the deciders of all series. */
export const deciders = (plan: TrendsPlan): number[] => [
  ...new Set((plan.periods[0]?.series ?? []).map((series) => deciderOf(plan, series))),
]

/**
 * Returns the edges of a series, out of the results of `edgeQueries`. If the breakdown has several cohorts,
 * these are the edges for the rows of `cohort`.
 */
export function edgesFound(
  plan: TrendsPlan,
  planned: PlannedSeries,
  results: EdgeResults,
  cohort: number | 'all' | null,
): {
  readonly earlier: readonly RowValues[]
  readonly largest: readonly RowValues[]
  readonly bounds: BoundsOf
} {
  const decider = deciderOf(plan, planned)
  const found = (results.largest ?? []).filter((row) => row.decider === decider)
  const { rowOffset, breakdown } = plan.query
  const place = cohort === null ? 0 : cohortsOf(breakdown).indexOf(cohort)
  const ofCohort = (rows: typeof found) => rows.flatMap((row) => (row.cohort === place ? [row.values] : []))
  return {
    // The rows are in the order of their sizes, because the engine keeps the order of each SELECT of a union.
    earlier: ofCohort(found.slice(0, rowOffset)),
    largest: ofCohort(found.slice(rowOffset, rowOffset + limitOf(plan))),
    bounds: (property) => boundsFound(results, decider, property),
  }
}

const limitOf = ({ query: { breakdown } }: TrendsPlan) =>
  (breakdown?.kind === 'properties' ? breakdown.limit : null) ?? 0

/** Whether any series has a page after the page of the answer. */
export const hasMoreRows = (plan: TrendsPlan, { largest = [] }: EdgeResults): boolean =>
  deciders(plan).some(
    (decider) =>
      largest.filter((row) => row.decider === decider).length > plan.query.rowOffset + limitOf(plan),
  )

/** Returns the bounds of a property that were found; null if it has no number. */
export function boundsFound(
  { bounds = [] }: EdgeResults,
  decider: number,
  property: number,
): Fragment | null {
  const numbers = bounds
    .filter((row) => row.decider === decider)
    .flatMap(({ least, greatest }) => [least[property] ?? null, greatest[property] ?? null])
    .filter((one) => one !== null)
  if (numbers.length === 0) return null
  return sql`(${bound('Float64', Math.min(...numbers))}, ${bound('Float64', Math.max(...numbers))})`
}
