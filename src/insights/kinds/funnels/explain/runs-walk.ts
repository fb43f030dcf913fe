import { eachCounted, type PeopleJob } from '#insights/kinds/funnels/collect/people-walk.ts'
import type { StartWalk } from '#sequences/actor-events.ts'
import { type RunStep, runSteps } from './match-events.ts'

/** The run by which one actor counts. */
export interface WalkedRun {
  readonly actor: number | bigint
  readonly steps: readonly RunStep[]
}

/**
 * Finds the runs of the actors behind one number of a funnel. It is meant for few actors, because it keeps
 * the runs of all of them.
 */
export const runsWalk: StartWalk<PeopleJob, WalkedRun[]> = (job, memory) => {
  const found: WalkedRun[] = []
  const each = eachCounted(job, memory, (actor, best, events) => {
    found.push({ actor, steps: runSteps(job.rule, events, best) })
  })
  return { ...each, result: () => found }
}
