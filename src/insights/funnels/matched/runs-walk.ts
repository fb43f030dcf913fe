import { eachCounted, type PeopleJob } from '#insights/funnels/collect/people-walk.ts'
import type { StartWalk } from '#sequences/actor-events.ts'
import { type RunStep, runSteps } from './run-steps.ts'

/** The run by which an actor counts. */
export interface WalkedRun {
  readonly actor: number | bigint
  readonly steps: readonly RunStep[]
}

/** The runs of the actors behind one number of a funnel, of few of them. */
export const runsWalk: StartWalk<PeopleJob, WalkedRun[]> = (job, memory) => {
  const found: WalkedRun[] = []
  const each = eachCounted(job, memory, (actor, best, events) => {
    found.push({ actor, steps: runSteps(job.rule, events, best) })
  })
  return { ...each, result: () => found }
}
