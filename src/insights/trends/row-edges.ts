import { z } from 'zod'
import { Integer } from '#insights/row-values.ts'
import { cohortsOf, type RowValues } from '#query/breakdown.ts'
import { bound, type Fragment, sql } from '#sql/fragment.ts'
import type { PlannedSeries, TrendsPlan } from './plan.ts'

/** The least and the greatest number of a property, as a tuple; null where it has none, so that nothing is in a bin. */
export type BoundsOf = (property: number) => Fragment | null

export const BoundsRow = z.object({
  decider: Integer,
  /** Of each property of the breakdown: null where it has no numbers, or no bins. */
  least: z.array(z.number().nullable()),
  greatest: z.array(z.number().nullable()),
})
export const LargestRow = z.object({
  decider: Integer,
  /** Its place among those of the breakdown; 0 without cohorts. */
  cohort: Integer.default(0),
  /** Of the properties. */
  values: z.array(z.string()),
})
/** The results of the queries for edges; absent where a breakdown needs none. */
export interface EdgeResults {
  readonly bounds?: z.output<typeof BoundsRow>[]
  readonly largest?: z.output<typeof LargestRow>[]
}

/** The series that decides the rows of a series: a formula needs the same rows of all, for which the first one stands. */
export const deciderOf = ({ query }: TrendsPlan, { place }: Pick<PlannedSeries, 'place'>): number =>
  query.formulas.length > 0 ? 0 : place

/** The series that a decider stands for, in the current period. */
export const decidingWith = (plan: TrendsPlan, decider: number): readonly PlannedSeries[] =>
  (plan.periods[0]?.series ?? []).filter((series) => deciderOf(plan, series) === decider)

/** Those of all series. */
export const deciders = (plan: TrendsPlan): number[] => [
  ...new Set((plan.periods[0]?.series ?? []).map((series) => deciderOf(plan, series))),
]

/** The edges of a series that `edgeQueries` found; the rows of a cohort, where the breakdown has several. */
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
    // They come in their order: the engine keeps that of each part of a union.
    earlier: ofCohort(found.slice(0, rowOffset)),
    largest: ofCohort(found.slice(rowOffset, rowOffset + limitOf(plan))),
    bounds: (property) => boundsFound(results, decider, property),
  }
}

const limitOf = ({ query: { breakdown } }: TrendsPlan) =>
  (breakdown?.kind === 'properties' ? breakdown.limit : null) ?? 0

/** Whether any series has a page behind that of the answer. */
export const hasMoreRows = (plan: TrendsPlan, { largest = [] }: EdgeResults): boolean =>
  deciders(plan).some(
    (decider) =>
      largest.filter((row) => row.decider === decider).length > plan.query.rowOffset + limitOf(plan),
  )

/** Those of a property. */
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
