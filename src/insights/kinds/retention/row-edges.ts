import { z } from 'zod'
import { bound, type Fragment, identifier, join, numeral, sql } from '#fragments/fragment.ts'
import { numberOf } from '#fragments/number-in-text.ts'
import { binnedValues, isNone, valueNames } from '#insights/kind/binned-values.ts'
import { type EngineQuery, rowsAfter, rowsOf } from '#insights/kind/engine-query.ts'
import { Integer } from '#insights/kind/row-values.ts'
import type { BreakdownRow, PropertyBreakdown, RowValues } from '#query/breakdown.ts'
import type { RetentionPlan } from './plan.ts'
import { targetEvents } from './target-events.ts'

/** Facts about the events of all cohorts. They decide which row an event is in. */
export interface RowEdges {
  /** Rows that are neither other nor none, the largest first. */
  readonly largest: readonly RowValues[]
  /**
   * Returns the least and the greatest number of a property as a tuple. Null if the property has no number;
   * no event is then in a bin.
   */
  bounds(property: number): Fragment | null
}

export const NO_EDGES: RowEdges = { largest: [], bounds: () => null }

const BoundsRow = z.object({
  property: Integer,
  least: z.number().nullable(),
  greatest: z.number().nullable(),
})
const LargestRow = z.object({ values: z.array(z.string()) })

/** Results of the queries for edges. A result is absent if the breakdown does not need this query. */
export interface EdgeResults {
  readonly bounds?: z.output<typeof BoundsRow>[]
  readonly largest?: z.output<typeof LargestRow>[]
}

/**
 * Returns the queries for the edges of a breakdown by properties. `largest` (the largest values) runs after
 * `bounds` (the least and greatest numbers), because it puts numbers into the bins between these bounds.
 */
export function edgeQueries(plan: RetentionPlan): {
  bounds?: EngineQuery<z.output<typeof BoundsRow>[]>
  largest?: EngineQuery<z.output<typeof LargestRow>[]>
} {
  const { breakdown } = plan.query
  if (breakdown?.kind !== 'properties') return {}
  return {
    ...(isBinned(breakdown) && { bounds: rowsOf(BoundsRow, boundsOf(plan, breakdown)) }),
    largest: rowsAfter(LargestRow, (earlier: EdgeResults) => largestRows(plan, earlier)),
  }
}

export const isBinned = ({ by }: PropertyBreakdown): boolean => by.some(({ bins }) => bins !== null)

export const edgesFound = ({ bounds = [], largest = [] }: EdgeResults): RowEdges => ({
  largest: largest.map(({ values }) => values),
  bounds(property) {
    const { least = null, greatest = null } = bounds.find((row) => row.property === property) ?? {}
    if (least === null || greatest === null) return null
    return sql`(${bound('Float64', least)}, ${bound('Float64', greatest)})`
  },
})

/**
 * Returns the number that a row has in `row_place`, as `rowPlaces` assigns it: 0 is the row of other
 * values, 1 is the row of missing values, and the largest rows follow.
 */
export function placeOfRow(row: BreakdownRow, { largest }: Pick<RowEdges, 'largest'>): number {
  if (row === 'other') return 0
  if (row.values.every((value) => value === '')) return 1
  return largest.findIndex((values) => JSON.stringify(values) === JSON.stringify(row.values)) + 2
}

/** Returns the row that a number in `row_place` stands for. */
export function rowAt(place: number, breakdown: PropertyBreakdown, { largest }: RowEdges): BreakdownRow {
  if (place === 0) return 'other'
  return { values: largest[place - 2] ?? breakdown.by.map(() => '') }
}

/** Selects the least and the greatest number of each property that has bins. */
const boundsOf = (plan: RetentionPlan, { by }: PropertyBreakdown): Fragment =>
  join(
    by.flatMap(({ bins }, property) => {
      if (bins === null) return []
      const { values, from } = targetEvents(plan)
      const number = numberOf(values[property] ?? sql`''`)
      return [
        sql`SELECT
  ${numeral(property)} AS property,
  min(${number}) AS least,
  max(${number}) AS greatest
${from}`,
      ]
    }),
    sql`\nUNION ALL\n`,
  )

/**
 * Returns the statement for the rows with the most target events.
 * @throws TypeError for a question without a breakdown by properties.
 */
export function largestRows(plan: RetentionPlan, earlier: EdgeResults): Fragment {
  const { breakdown } = plan.query
  if (breakdown?.kind !== 'properties') throw new TypeError('Only properties have largest values')
  const names = join(valueNames(breakdown), sql`, `)
  const { values, from } = targetEvents(plan)
  const columns = binnedValues(breakdown, values, edgesFound(earlier).bounds).map(
    (value, i) => sql`${value} AS ${identifier(`value_${i}`)}`,
  )
  return sql`-- the largest rows of the breakdown
SELECT [${names}] AS values
FROM (
  SELECT
    ${join(columns, sql`,\n`)},
    count() AS size
  ${from}
  GROUP BY ${names}
)
WHERE NOT ${isNone(valueNames(breakdown))}
ORDER BY
  size DESC,
  ${names}
LIMIT ${numeral(breakdown.limit ?? 0)}`
}
