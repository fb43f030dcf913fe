import type { QueryOptions } from '#engine/engine.ts'
import { rowsRead } from '#insights/actor-chunks.ts'
import type { EngineQuery, Executors } from '#insights/engine-query.ts'
import { walkOf } from '#insights/walk-query.ts'
import type { BreakdownRow, PropertyBreakdown } from '#query/breakdown.ts'
import type { FunnelJob, FunnelRowTotals, FunnelTotals, WalkedRows } from './collect/funnel-walk.ts'
import type { LargestTextsJob } from './collect/largest-texts-walk.ts'
import { dividedRows, type EventsPart, eventRows, strictParts } from './event-rows.ts'
import type { FunnelsPlan } from './plan.ts'
import { missingText, valuesOfText } from './row-text.ts'
import { stepBits } from './walk/rule.ts'

/** The numbers of a row of the breakdown. Without a breakdown there is one row, which is null. */
export interface WalkedRow {
  readonly row: BreakdownRow | null
  /** The number of actors at step 1. */
  readonly actors: number
  readonly totals: FunnelTotals
}

/**
 * Returns the walks that compute a funnel: one; one for each cohort; or one that finds the rows and one for
 * their numbers. The earlier period of a comparison takes as many again.
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

/** The place where a walk runs, and its options. */
export interface WalkedBy {
  readonly executors: Executors
  readonly options: QueryOptions
}

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
 * Whether the rows have to be known before their numbers are computed. If an actor may be in several rows,
 * the row of all other values is not the sum of the rows that it stands for. In a funnel over time each row
 * needs space for its buckets, so only the rows of the result are walked.
 */
const needsRanking = ({ query: { attribution, visualisation } }: FunnelsPlan): boolean =>
  attribution.kind === 'all_events' || attribution.kind === 'step' || visualisation.kind === 'trends'

/** Describes the rows of a breakdown to a walk. `texts` is null if the walk ranks its rows itself. */
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

/** Finds the rows of a funnel with a walk over their sizes. */
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
 * Returns the texts of the largest rows, the largest first, without the rows of missing and of all other
 * values. If there are more values than the limit, the next largest one is at the end of the list.
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

/** Walks through the events of a part of a funnel. */
export async function runWalk<Result>(
  plan: FunnelsPlan,
  { executors, options }: WalkedBy,
  part: EventsPart,
  name: string,
  job: unknown,
): Promise<Result> {
  const hasAllBetween = await areStepsMany(plan, { executors, options })
  const query = walkOf<Result>(
    name,
    job,
    (range, time) => eventRows(plan, { ...part, range, time, hasAllBetween }),
    dividedRows(plan),
  )
  return query.run(executors, options)
}

/**
 * For each event that serves a step, finding the actors beyond step 1 is as expensive as handing over this
 * many other events.
 */
const ROWS_OF_A_STEP = 4

/**
 * Whether, in a strict funnel, handing over all events is cheaper than finding the actors whose events
 * between steps matter.
 */
async function areStepsMany(plan: FunnelsPlan, { executors, options }: WalkedBy): Promise<boolean> {
  if (plan.rule.order !== 'strict') return false
  const { serving, all } = strictParts(plan)
  const [steps, events] = await Promise.all([
    rowsRead(executors.engine, serving, options),
    rowsRead(executors.engine, all, options),
  ])
  // If there is no estimate, the steps have no events, or their number is not known.
  return Number.isFinite(steps) && steps * ROWS_OF_A_STEP >= events
}
