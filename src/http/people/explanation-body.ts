import type { z } from 'zod'
import type { FunnelExplanationBody } from '#contract/funnel-explanation.ts'
import type { ActorRow } from '#insights/kinds/funnels/explain/actor-rows.ts'
import { explanationText } from '#insights/kinds/funnels/explain/explanation-text.ts'
import type { Explanation } from '#insights/kinds/funnels/explain/find-explanation.ts'
import { stepName } from '#insights/kinds/funnels/explain/step-name.ts'
import { exclusionBit, stepBits } from '#insights/runs/walk/rule.ts'
import { isoInstant } from '#shared/clock.ts'

type Body = z.infer<typeof FunnelExplanationBody>

const MOST_SHOWN = 200

/** Returns the body of an explanation. `name` is the actor as a sentence names it: `Person ada`. */
export function toExplanationBody(actor: Body['actor'], name: string, found: Explanation): Body {
  const { plan, rows, explained } = found
  const { reached, reason } = explained
  const events = shownEvents(found)
  return {
    actor,
    steps_reached: reached,
    steps: plan.query.series.length,
    is_excluded: reason.code === 'excluded',
    text: explanationText(name, found),
    best_run: bestRun(found),
    reason: reason.code,
    events,
    has_more: events.length < rows.length,
  }
}

const toEvent = ({ plan: { period } }: Explanation, row: ActorRow | undefined) => ({
  event: row?.event ?? '',
  uuid: row?.id ?? '',
  timestamp: isoInstant(period.fromMs + (row?.at ?? 0)),
})

const bestRun = (found: Explanation): Body['best_run'] => {
  const { plan, rows, explained } = found
  const { run, numbers, serves } = explained
  const msOf = (i: number) => rows[run[i] ?? -1]?.at ?? 0
  return run.map((place, i) => ({
    step: numbers[i] ?? 0,
    name: stepName(plan, serves[i] ?? i),
    ...toEvent(found, rows[place]),
    seconds_from_step_before: i === 0 ? null : (msOf(i) - msOf(i - 1)) / 1000,
  }))
}

/**
 * Returns the events to show, at most {@link MOST_SHOWN} of them: those from the start of the best run on,
 * and before it as many as there is still room for.
 */
function shownEvents(found: Explanation): Body['events'] {
  const { plan, rows, explained } = found
  const { rule } = plan
  const first = Math.max(0, Math.min(explained.run[0] ?? 0, rows.length - MOST_SHOWN))
  return rows.slice(first, first + MOST_SHOWN).map((row, i) => {
    const step = explained.run.indexOf(first + i)
    return {
      ...toEvent(found, row),
      matches: matchedSteps(row.mask, stepBits(rule)),
      excludes: bitsOf(row.mask, exclusionBit(rule, 0), rule.exclusions.length),
      serves: explained.numbers[step] ?? null,
    }
  })
}

/** Returns the steps whose bits the mask has, counted from 1. */
const matchedSteps = (mask: number, bits: readonly number[]): number[] =>
  bits.flatMap((bit, step) => (((mask >>> bit) & 1) === 1 ? [step + 1] : []))

/**
 * Returns the positions of the bits that are set, counted from 1, among the `count` bits from the bit
 * `first` on.
 */
const bitsOf = (mask: number, first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => i + 1).filter((i) => ((mask >>> (first + i - 1)) & 1) === 1)
