import { z } from 'zod'
import { join, numeral, sql } from '#fragments/fragment.ts'
import { type EngineQuery, rowsOf } from '#insights/kind/engine-query.ts'
import { partOf } from '#insights/kinds/funnels/people.ts'
import { funnelEvents, walkedColumns } from '#insights/runs/event-rows.ts'
import type { FunnelsPlan } from '#insights/runs/plan.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'
import { eventValues } from '#sql/event-values.ts'

const ActorRow = z.object({
  id: z.string(),
  event: z.string(),
  at: z.number(),
  mask: z.number(),
  value: z.string().optional(),
})
/**
 * An event of one actor. `at` and `mask` mean the same as `atMs` and `mask` in {@link ActorEvents}. With a
 * breakdown by properties, `value` is the text of the event's value.
 */
export type ActorRow = z.output<typeof ActorRow>

/**
 * The highest number of events with which an actor can be explained. The rows of an explanation are JSON, and
 * are in memory all at once.
 */
export const MOST_EVENTS = 10_000

/**
 * Finds the events of one actor that take part in a row, in order of time. The result has at most one event
 * more than {@link MOST_EVENTS}.
 */
export function actorRows(
  plan: FunnelsPlan,
  actor: number | string,
  row: BreakdownRow | null,
): EngineQuery<ActorRow[]> {
  const values = eventValues(plan.scope)
  const part = { ...partOf(plan, { row }), actors: [actor] }
  const columns = [sql`toString(uuid) AS id`, sql`event`, ...walkedColumns(plan, row, values, part)]
  return rowsOf(
    ActorRow,
    sql`-- the events of one actor, with the steps and exclusions that each matches
SELECT
  ${join(columns, sql`,\n`)}
${funnelEvents(plan, values, part)}
ORDER BY at, id
LIMIT ${numeral(MOST_EVENTS + 1)}`,
  )
}

export const columnsOf = (rows: readonly ActorRow[]): ActorEvents => ({
  atMs: Float64Array.from(rows, ({ at }) => at),
  mask: Uint32Array.from(rows, ({ mask }) => mask),
})
