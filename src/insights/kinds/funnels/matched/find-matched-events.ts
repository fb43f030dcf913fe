import { z } from 'zod'
import { rowsOf } from '#insights/kind/engine-query.ts'
import { funnelCells } from '#insights/kinds/funnels/cells.ts'
import { servingInRow } from '#insights/kinds/funnels/explain/rows-in-row.ts'
import { type FunnelCell, partOf, peopleJob } from '#insights/kinds/funnels/people.ts'
import type { Actor } from '#insights/people/actor-page.ts'
import {
  type AskedPeople,
  type FindPeopleDeps,
  type PeopleOptions,
  planAsOf,
} from '#insights/people/find-people.ts'
import { funnelEvents, msSince, walkedColumns } from '#insights/runs/event-rows.ts'
import { type FunnelsPlan, planOf } from '#insights/runs/plan.ts'
import { actorsOf } from '#insights/runs/run-actors.ts'
import { runWalk, type WalkedBy } from '#insights/runs/run-walk.ts'
import { groupBy } from '#shared/group-by.ts'
import { eventValues } from '#sql/event-values.ts'
import { type Fragment, join, sql } from '#sql/fragment.ts'
import { numberList } from '#sql/number-list.ts'
import { matchEvents } from './match-events.ts'
import type { WalkedRun } from './runs-walk.ts'

/** An event of the run by which an actor counts. */
export interface MatchedEvent {
  /** The number of the step, counted from 1. In an unordered funnel it is the position in the run. */
  readonly step: number
  readonly event: string
  readonly uuid: string
  readonly atMs: number
}

/**
 * Finds, for each of `actors`, the events of the run by which it counts, in order of time. `actors` is a
 * page of the actors behind a number of a funnel.
 * @throws what `FindPeople.page` throws.
 */
export type FindMatchedEvents = (
  asked: AskedPeople,
  actors: readonly Actor[],
  options: PeopleOptions,
) => Promise<ReadonlyMap<Actor, readonly MatchedEvent[]>>

export const createFindMatchedEvents =
  (deps: FindPeopleDeps): FindMatchedEvents =>
  (asked, actors, { askedBy, ...asker }) => {
    const projectId = asked.question.project.id
    return deps.cancellation.run(
      { projectId, askedBy },
      async (signal) => {
        const { plan: planned, events } = await planAsOf(deps, asked, { ...asker, signal })
        // The question is about a funnel, so its plan is the plan of a funnel.
        const plan = planned as FunnelsPlan
        const cell = funnelCells.select(plan, asked.selectors as Parameters<typeof funnelCells.select>[1])
        const options = { name: 'funnels.matched', projectId, events, ...asker, signal }
        return matchedEvents(planOf(plan, cell.period), cell, actors, { executors: deps, options })
      },
      asker.signal,
    )
  }

async function matchedEvents(
  plan: FunnelsPlan,
  cell: FunnelCell,
  actors: readonly Actor[],
  by: WalkedBy,
): Promise<Map<Actor, MatchedEvent[]>> {
  if (actors.length === 0) return new Map()
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
