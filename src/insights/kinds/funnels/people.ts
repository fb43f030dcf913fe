import { type Fragment, sql } from '#fragments/fragment.ts'
import { numberList } from '#fragments/number-list.ts'
import type { EngineQuery } from '#insights/kind/engine-query.ts'
import { type EventsPart, eventRows, funnelEvents } from '#insights/runs/event-rows.ts'
import { type FunnelsPlan, planOf } from '#insights/runs/plan.ts'
import { textOfRow } from '#insights/runs/row-text.ts'
import { actorsOf } from '#insights/runs/run-actors.ts'
import { runWalk, type WalkedBy } from '#insights/runs/run-walk.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import { eventValues } from '#sql/event-values.ts'
import type { CountedActors } from './collect/collect-people.ts'
import type { WalkedRows } from './collect/funnel-walk.ts'
import type { PeopleJob } from './collect/people-walk.ts'
import { rankedRows, walkedRows } from './walked-rows.ts'

/** Selects one number of a funnel. */
export interface FunnelCell {
  readonly counted: CountedActors
  /** The row of the breakdown. Null without a breakdown, and if the number counts all rows together. */
  readonly row: BreakdownRow | null
  /** The period of a comparison to which the number belongs; absent for the current one. */
  readonly period?: 'previous'
}

/** Finds the actors behind a number with a walk, and returns a statement that lists them. */
export function funnelPeople(both: FunnelsPlan, cell: FunnelCell): EngineQuery<Fragment> {
  const plan = planOf(both, cell.period)
  return {
    sql: eventRows(plan, partOf(plan, cell)),
    run: async (executors, options) =>
      statementOf(plan, cell, await actorsIn(plan, cell, { executors, options })),
  }
}

const actorsIn = async (plan: FunnelsPlan, cell: FunnelCell, by: WalkedBy): Promise<(number | bigint)[]> =>
  runWalk(plan, by, partOf(plan, cell), 'funnel people', await peopleJob(plan, cell, by))

/** Describes the actors behind a number to the walk that finds them. */
export async function peopleJob(plan: FunnelsPlan, cell: FunnelCell, by: WalkedBy): Promise<PeopleJob> {
  const { rule, edgesMs, compared, openFromMs } = plan
  return {
    rule,
    edgesMs,
    compared,
    openFromMs,
    counted: cell.counted,
    ...(await selectedRow(plan, cell.row, by)),
  }
}

/** A row that a walk looks at. */
export interface SelectedRow {
  /**
   * The breakdown for the walk. Null without a breakdown by properties, and if all rows are selected
   * together.
   */
  readonly rows: WalkedRows | null
  /** The text of the row. Null for the row of all other values. */
  readonly row: string | null
}

/** Selects a row. If it is the row of all other values, finds the largest rows first. */
export async function selectedRow(
  plan: FunnelsPlan,
  row: BreakdownRow | null,
  by: WalkedBy,
): Promise<SelectedRow> {
  const { breakdown } = plan.query
  if (breakdown?.kind !== 'properties' || row === null) return { rows: null, row: null }
  if (row === 'other') return { rows: await rankedRows(plan, breakdown, by), row: null }
  const asked = textOfRow(row.values)
  return { rows: walkedRows(plan, breakdown, [asked]), row: asked }
}

/** Selects the events of the members of a cohort if the row is one of a cohort, and all events otherwise. */
export function partOf({ query: { breakdown } }: FunnelsPlan, { row }: Pick<FunnelCell, 'row'>): EventsPart {
  const [cohort = 'all'] = breakdown?.kind === 'cohorts' && row !== null && row !== 'other' ? row.values : []
  return { cohortId: cohort === 'all' ? null : Number(cohort), range: null }
}

/** Selects, as `actor`, the persons with these numbers, or the actors whose keys have these hashes. */
function statementOf(plan: FunnelsPlan, cell: FunnelCell, numbers: readonly (number | bigint)[]): Fragment {
  const values = eventValues(plan.scope)
  const { key, number } = actorsOf(plan, values)
  if (key === null)
    return sql`-- the actors that a walk found
SELECT arrayJoin(${numberList(Uint32Array.from(numbers, Number))}) AS actor`
  return sql`-- the actors that a walk found
SELECT DISTINCT ${key} AS actor
${funnelEvents(plan, values, partOf(plan, cell))}
  AND ${number} IN (SELECT arrayJoin(${numberList(BigUint64Array.from(numbers, BigInt))}))`
}
