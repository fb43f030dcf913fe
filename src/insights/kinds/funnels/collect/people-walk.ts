import type { StartWalk, Walk } from '#sequences/actor-events.ts'
import type { WalkMemory } from '#sequences/walk-memory.ts'
import type { VisitRow } from './attribution.ts'
import { type CountedActors, type CountedIn, countedBy, type VisitCounted } from './collect-people.ts'
import { startRows, type WalkedRows } from './funnel-walk.ts'

export interface PeopleJob extends CountedIn {
  readonly counted: CountedActors
  /** The breakdown. Null without one, and if all rows are asked for together. */
  readonly rows: WalkedRows | null
  /** The text of the asked row. Null for the row of all other values. */
  readonly row: string | null
}

/** Finds the actors that one number of a funnel counts, and returns the number or hash of each actor. */
export const peopleWalk: StartWalk<PeopleJob, (number | bigint)[]> = (job, memory) => {
  const found: (number | bigint)[] = []
  return { ...eachCounted(job, memory, (actor) => found.push(actor)), result: () => found }
}

/** Visits each actor behind a number with the run by which it counts. */
export function eachCounted(
  job: PeopleJob,
  memory: WalkMemory,
  visit: (actor: number | bigint, ...run: Parameters<VisitCounted>) => void,
): Pick<Walk<unknown>, 'actor'> {
  let current: number | bigint = 0
  const look = countedBy(job.counted, job, (...run) => visit(current, ...run))
  const rows = job.rows === null ? null : startRows(job.rows, job.rule, memory)
  // The function is created once, because actors are visited millions of times.
  const lookAtRow: VisitRow = (row, events, from, to) => {
    if (rows?.numbers.textOf(row) === job.row) look(row, events, from, to)
  }
  return {
    actor(actor, events, from, to, values) {
      current = actor
      if (rows === null) look(0, events, from, to)
      else rows.each(events, from, to, values, lookAtRow)
    },
  }
}
