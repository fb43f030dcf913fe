import type { FunnelExplanationBody } from '#contract/funnel-explanation.ts'
import type { BodyOf } from '#http/server/route.ts'
import type { Explanation } from '#insights/kind/explanations.ts'
import { isoInstant } from '#shared/clock.ts'

type Body = BodyOf<typeof FunnelExplanationBody>

/** Returns the body of an explanation, without its warnings. */
export const toExplanationBody = (actor: Body['actor'], found: Explanation): Body => ({
  actor,
  steps_reached: found.stepsReached,
  steps: found.steps,
  is_excluded: found.reason === 'excluded',
  text: found.text,
  best_run: found.run.map(({ step, name, event, uuid, atMs, msFromStepBefore }) => ({
    ...{ step, name, event, uuid },
    timestamp: isoInstant(atMs),
    seconds_from_step_before: msFromStepBefore === null ? null : msFromStepBefore / 1000,
  })),
  reason: found.reason,
  events: found.events.map(({ event, uuid, atMs, matches, excludes, serves }) => ({
    ...{ event, uuid },
    timestamp: isoInstant(atMs),
    ...{ matches: [...matches], excludes: [...excludes], serves },
  })),
  has_more: found.hasMore,
})
