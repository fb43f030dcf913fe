import type { EngineQuery } from '#insights/kind/engine-query.ts'
import { eventRows } from '#insights/runs/event-rows.ts'
import type { FunnelsPlan } from '#insights/runs/plan.ts'
import { missingText, valuesOfText } from '#insights/runs/row-text.ts'
import { runWalk, type WalkedBy } from '#insights/runs/run-walk.ts'
import { stepBits } from '#insights/runs/walk/rule.ts'
import type { BreakdownRow, PropertyBreakdown } from '#query/breakdown.ts'
import type { FunnelJob, FunnelRowTotals, FunnelTotals, WalkedRows } from './collect/funnel-walk.ts'
import type { LargestTextsJob } from './collect/largest-texts-walk.ts'

/** The numbers of a row of the breakdown. Without a breakdown there is a single row, and `row` is null. */
export interface WalkedRow {
  readonly row: BreakdownRow | null
  /** The number of actors at step 1. */
  readonly actors: number
  readonly totals: FunnelTotals
}

/**
 * Returns the walks that compute a funnel. There is one walk, or one for each cohort, or one that finds the
 * rows and one that computes their numbers. A comparison takes the same number of walks again for the
 * earlier period.
 */
export const funnelQueries = (
  plan: FunnelsPlan,
): { rows: EngineQuery<WalkedRow[]>; earlier?: EngineQuery<WalkedRow[]> } => ({
  rows: rowsQuery(plan),
  ...(plan.earlier !== null && { earlier: rowsQuery(plan.earlier) }),
})

const rowsQuery = (plan: FunnelsPlan): EngineQuery<WalkedRow[]> => ({
  sql: eventRows(plan, { cohortId: null, range: null }),
  isWalked: true,
  run: (executors, options) => walkRows(plan, { executors, options }),
})

async function walkRows(plan: FunnelsPlan, by: WalkedBy): Promise<WalkedRow[]> {
  const { breakdown } = plan.query
  if (breakdown === null) {
    const rows = await walkTotals(plan, by, null)
    return rows.map((one) => ({ ...one, row: null }))
  }
  if (breakdown.kind === 'cohorts') {
    const rows: WalkedRow[] = []
    for (const cohort of breakdown.cohorts)
      for (const one of await walkTotals(plan, by, null, typeof cohort === 'number' ? cohort : null))
        rows.push({ ...one, row: { values: [String(cohort)] } })
    // The sort is stable, so rows of equal size keep the order of the question.
    return rows.sort((a, b) => b.actors - a.actors)
  }
  const walked = needsRanking(plan)
    ? await rankedRows(plan, breakdown, by)
    : walkedRows(plan, breakdown, null)
  const rows = await walkTotals(plan, by, walked)
  return rows.map((one) => ({
    ...one,
    row: one.text === null ? 'other' : { values: valuesOfText(breakdown, one.text) },
  }))
}

/**
 * Whether the rows have to be known before their numbers are computed. This is so if an actor may be in
 * several rows: the row of all other values is then not the sum of the rows that it stands for. It is also so
 * in a funnel shown as trends: each row needs space for its buckets, so only the rows of the result are
 * walked.
 */
const needsRanking = ({ query: { attribution, visualisation } }: FunnelsPlan): boolean =>
  attribution.kind === 'all_events' || attribution.kind === 'step' || visualisation.kind === 'trends'

/**
 * Describes the rows of a breakdown to a walk. If `texts` is null, the walk itself finds the largest rows.
 */
export const walkedRows = (
  { query: { attribution }, rule }: FunnelsPlan,
  breakdown: PropertyBreakdown,
  texts: readonly string[] | null,
): WalkedRows => ({
  attributed:
    attribution.kind === 'step' ? { kind: 'step', bit: stepBits(rule)[attribution.step] ?? 0 } : attribution,
  missingText: missingText(breakdown),
  texts,
  limit: breakdown.limit ?? 0,
  hasOther: true,
})

/** Finds the largest rows of a funnel. A walk counts the sizes of all rows. */
export async function rankedRows(
  plan: FunnelsPlan,
  breakdown: PropertyBreakdown,
  by: WalkedBy,
): Promise<WalkedRows> {
  const largest = await largestTexts(plan, breakdown, by)
  const rows = walkedRows(plan, breakdown, largest)
  return { ...rows, texts: largest.slice(0, rows.limit), hasOther: largest.length > rows.limit }
}

/**
 * Returns the texts of the largest rows, the largest first. The rows of missing values and of all other
 * values are not among them. If there are more values than the limit, the list has one more text: the next
 * largest one, at the end.
 */
function largestTexts(plan: FunnelsPlan, breakdown: PropertyBreakdown, by: WalkedBy): Promise<string[]> {
  const job: LargestTextsJob = { rule: plan.rule, rows: walkedRows(plan, breakdown, null) }
  return runWalk(plan, by, { cohortId: null, range: null }, 'funnel values', job)
}

function walkTotals(
  plan: FunnelsPlan,
  by: WalkedBy,
  rows: WalkedRows | null,
  cohortId: number | null = null,
): Promise<FunnelRowTotals[]> {
  const { rule, edgesMs, compared, openFromMs, query } = plan
  const { visualisation } = query
  const job: FunnelJob = {
    ...{ rule, edgesMs, compared, openFromMs, rows },
    collected: visualisation.kind,
    binCount: visualisation.kind === 'time_to_convert' ? visualisation.binCount : null,
  }
  return runWalk(plan, by, { cohortId, range: null }, 'funnel', job)
}
