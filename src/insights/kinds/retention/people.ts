import type { QueryOptions } from '#engine/event-store.ts'
import { and, type Fragment, numeral, sql } from '#fragments/fragment.ts'
import { type EngineQuery, type Executors, knownStatement } from '#insights/kind/engine-query.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import { type ActorsPart, ALL_ACTORS, actorSets } from './actor-sets.ts'
import { columnsOfCohort } from './columns.ts'
import { setsOf } from './interval-sets.ts'
import type { RetentionPlan } from './plan.ts'
import {
  type EdgeResults,
  edgeQueries,
  edgesFound,
  isBinned,
  NO_EDGES,
  placeOfRow,
  type RowEdges,
} from './row-edges.ts'
import { valuesOf } from './values-of.ts'

/** Selects a number of an answer: value `value` of the cohort of interval `cohort`, both counted from 0. */
export interface RetentionCell {
  readonly cohort: number
  readonly value: number
  /** Row of the breakdown; null without a breakdown. */
  readonly row: BreakdownRow | null
}

/**
 * Returns the actors behind a value. If the row is the one of all other values, queries first find the
 * largest rows. If properties have bins, queries first find the least and the greatest number.
 */
export function retentionPeople(asked: RetentionPlan, cell: RetentionCell): EngineQuery<Fragment> {
  // The actors behind a sum are the actors that `count` counts. So the question is asked without its sum.
  const { summed: _, ...query } = asked.query
  const plan = { ...asked, query }
  const { breakdown } = query
  const { row } = cell
  if (breakdown === null || row === null) return knownStatement(actorsBehind(plan, cell, ALL_ACTORS))
  if (breakdown.kind === 'cohorts') {
    const [cohort = 'all'] = row === 'other' ? [] : row.values
    const cohortId = cohort === 'all' ? null : Number(cohort)
    return knownStatement(actorsBehind(plan, cell, { cohortId, edges: null }))
  }
  const inRow = (edges: RowEdges) => actorsBehind(plan, cell, { cohortId: null, edges })
  // The row of missing values has a fixed number, and need not be found.
  const isFound = row !== 'other' && row.values.some((text) => text !== '')
  const alone: RowEdges = { ...NO_EDGES, largest: isFound ? [row.values] : [] }
  if (row !== 'other' && !isBinned(breakdown)) return knownStatement(inRow(alone))
  return {
    sql: inRow(alone),
    run: async (executors, options) => inRow(await findEdges(plan, executors, options)),
  }
}

async function findEdges(
  plan: RetentionPlan,
  executors: Executors,
  options: QueryOptions,
): Promise<RowEdges> {
  const { bounds, largest } = edgeQueries(plan)
  const ofNumbers: EdgeResults = bounds === undefined ? {} : { bounds: await bounds.run(executors, options) }
  if (largest === undefined) return edgesFound(ofNumbers)
  return edgesFound({ ...ofNumbers, largest: await largest.run(executors, options, { ...ofNumbers }) })
}

/** Selects `actor` and its `appearances`, a 0 or 1 for each value of its cohort. */
function actorsBehind(
  plan: RetentionPlan,
  { cohort, value, row }: RetentionCell,
  part: ActorsPart,
): Fragment {
  const inRow =
    part.edges === null || row === null ? [] : [sql`row_place = ${numeral(placeOfRow(row, part.edges))}`]
  return sql`SELECT
  actor,
  arrayMap(value -> has(counted, value), range(${numeral(columnsOfCohort(plan.query, cohort).length)})) AS appearances
FROM (
  -- the values that count each actor of the cohort
  SELECT
    actor,
    ${valuesOf(plan, numeral(cohort))} AS counted
  FROM (
    ${actorSets(plan, part)}
  )
  WHERE ${and([setsOf(plan).has(sql`targets`, cohort), ...inRow])}
)
WHERE has(counted, ${numeral(value)})`
}
