import type { QueryOptions } from '#engine/event-store.ts'
import type { Executors } from '#insights/kind/engine-query.ts'
import { rowsRead } from './actor-chunks.ts'
import { dividedRows, type EventsPart, eventRows, strictParts } from './event-rows.ts'
import type { FunnelsPlan } from './plan.ts'
import { walkOf } from './walk-query.ts'

/** What runs the walk of a question, and the options of its queries. */
export interface WalkedBy {
  readonly executors: Executors
  readonly options: QueryOptions
}

/** Walks through the events of a funnel that `part` selects. */
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
 * Cost of finding the actors beyond step 1 of a strict funnel. For each event that serves a step, it is as
 * expensive as handing over this many other events.
 */
const ROWS_OF_A_STEP = 4

/**
 * Returns whether all events are handed over. In a strict funnel, this can be cheaper than finding the actors
 * whose events between steps matter.
 */
async function areStepsMany(plan: FunnelsPlan, { executors, options }: WalkedBy): Promise<boolean> {
  if (plan.rule.order !== 'strict') return false
  const { serving, all } = strictParts(plan)
  const [steps, events] = await Promise.all([
    rowsRead(executors.engine, serving, options),
    rowsRead(executors.engine, all, options),
  ])
  // An estimate that is not finite means that the steps have no events, or that their number is not known.
  return Number.isFinite(steps) && steps * ROWS_OF_A_STEP >= events
}
