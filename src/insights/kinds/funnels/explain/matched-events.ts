import { z } from 'zod'
import { type Fragment, join, sql } from '#fragments/fragment.ts'
import { numberList } from '#fragments/number-list.ts'
import type { Actor } from '#insights/kind/actor-type.ts'
import { type EngineQuery, rowsOf } from '#insights/kind/engine-query.ts'
import type { MatchedEvents } from '#insights/kind/explanations.ts'
import { type FunnelCell, partOf, peopleJob } from '#insights/kinds/funnels/people.ts'
import { eventRows, funnelEvents, msSince, walkedColumns } from '#insights/runs/event-rows.ts'
import { type FunnelsPlan, planOf } from '#insights/runs/plan.ts'
import { actorsOf } from '#insights/runs/run-actors.ts'
import { runWalk, type WalkedBy } from '#insights/runs/run-walk.ts'
import { groupBy } from '#shared/group-by.ts'
import { eventValues } from '#sql/event-values.ts'
import { matchEvents } from './match-events.ts'
import { servingInRow } from './rows-in-row.ts'
import type { WalkedRun } from './runs-walk.ts'

/**
 * Finds the events of the run by which each of `actors` counts. `actors` are some of the actors behind a
 * number of a funnel.
 */
export function funnelMatchedEvents(
  both: FunnelsPlan,
  cell: FunnelCell,
  actors: readonly Actor[],
): EngineQuery<MatchedEvents> {
  const plan = planOf(both, cell.period)
  return {
    sql: eventRows(plan, { ...partOf(plan, cell), actors }),
    run: (executors, options) => matchedEvents(plan, cell, actors, { executors, options }),
  }
}

async function matchedEvents(
  plan: FunnelsPlan,
  cell: FunnelCell,
  actors: readonly Actor[],
  by: WalkedBy,
): Promise<MatchedEvents> {
  const job = await peopleJob(plan, cell, by)
  const runs = await runWalk<WalkedRun[]>(plan, by, { ...partOf(plan, cell), actors }, 'funnel runs', job)
  const rows = await rowsOf(EventRow, eventsAt(plan, cell, actors, runs)).run(by.executors, by.options)
  const byActor = groupBy(
    rows,
    ({ actor }) => actor,
    (row) => row,
  )
  return new Map(
    runs.map(({ actor, steps }) => {
      const own = byActor.get(String(actor)) ?? []
      const serving = servingInRow(plan.rule, job, own)
      const found = matchEvents(plan.rule, steps, serving).map(({ step, event: { event, uuid, at } }) => ({
        ...{ step, event, uuid },
        atMs: plan.period.fromMs + at,
      }))
      return [own[0]?.key ?? Number(actor), found]
    }),
  )
}

const EventRow = z.object({
  actor: z.coerce.string(),
  key: z.string().nullable(),
  uuid: z.string(),
  event: z.string(),
  at: z.number(),
  mask: z.number(),
  value: z.string().optional(),
})

/** Selects the events of the actors in the milliseconds of their runs. */
function eventsAt(
  plan: FunnelsPlan,
  cell: FunnelCell,
  actors: readonly Actor[],
  runs: readonly WalkedRun[],
): Fragment {
  const values = eventValues(plan.scope)
  const { number, key } = actorsOf(plan, values)
  const part = { cohortId: null, range: null, actors }
  const times = new Set(runs.flatMap(({ steps }) => steps.map(({ atMs }) => atMs)))
  const columns = [
    sql`${number} AS actor`,
    sql`${key ?? sql`NULL`} AS key`,
    sql`toString(uuid) AS uuid`,
    sql`event`,
    ...walkedColumns(plan, cell.row, values, part),
  ]
  return sql`-- the events of some actors in the milliseconds of their runs
SELECT
  ${join(columns, sql`,\n`)}
${funnelEvents(plan, values, part)}
  AND toFloat64(${msSince(plan.period)}) IN ${numberList(Float64Array.from(times))}
ORDER BY at, uuid`
}
