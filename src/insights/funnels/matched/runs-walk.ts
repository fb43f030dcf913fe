import { eachCounted, type PeopleJob } from '#insights/funnels/collect/people-walk.ts'
import { stepsOf } from '#insights/funnels/explain/explain-run.ts'
import { stepBits } from '#insights/funnels/walk/rule.ts'
import type { StartWalk } from '#sequences/actor-events.ts'

/** An event of a run, as far as a walk knows it. */
export interface WalkedStep {
  /** The step of the funnel, from 1; in an unordered funnel 1, 2 and so on. */
  readonly step: number
  /** The bit of the step that the event serves. */
  readonly bit: number
  /** Since the start of the range. */
  readonly atMs: number
}

/** The run by which an actor counts. */
export interface WalkedRun {
  readonly actor: number | bigint
  readonly steps: readonly WalkedStep[]
}

/** The runs of the actors behind one number of a funnel, of few of them. */
export const runsWalk: StartWalk<PeopleJob, WalkedRun[]> = (job) => {
  const bits = stepBits(job.rule)
  const found: WalkedRun[] = []
  const each = eachCounted(job, (actor, best, events) => {
    const { run, numbers, serves } = stepsOf(job.rule, events, best)
    const steps = run.map((place, i) => ({
      step: numbers[i] ?? 0,
      bit: bits[serves[i] ?? 0] ?? 0,
      atMs: events.atMs[place] ?? 0,
    }))
    found.push({ actor, steps })
  })
  return { ...each, result: () => found }
}
