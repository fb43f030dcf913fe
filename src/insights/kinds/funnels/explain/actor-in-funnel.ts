import type { FunnelsPlan } from '#insights/runs/plan.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import type { InstantRange } from '#query/date-range.ts'
import type { ActorRow } from './actor-rows.ts'
import type { ExplainedRun } from './explain-run.ts'

/** One actor of a funnel, with its events and the rule that decided how far it got. */
export interface ActorInFunnel {
  readonly plan: FunnelsPlan
  /** The row of the breakdown. Null without a breakdown, and if all rows are explained together. */
  readonly row: BreakdownRow | null
  /** Only runs that begin in this range of instants (in ms) are explained. */
  readonly starts: InstantRange
  /**
   * All events of the actor that take part in the funnel, in order of time: events that match a step or an
   * exclusion and, in a strict funnel, other events. Each has the steps that it serves in the row.
   */
  readonly rows: readonly ActorRow[]
  readonly explained: ExplainedRun
}
