import type { ExplainedEvent, ExplainedStep, Explanation } from '#insights/kind/explanations.ts'
import { actorNoun } from '#insights/runs/run-actors.ts'
import { exclusionBit, stepBits } from '#insights/runs/walk/rule.ts'
import type { ActorInFunnel } from './actor-in-funnel.ts'
import type { ActorRow } from './actor-rows.ts'
import { explanationText, stepName } from './explanation-text.ts'

const MOST_SHOWN = 200

/** Returns the explanation of an actor. `name` is the name of the actor in the text. */
export function toExplanation(name: string, found: ActorInFunnel): Explanation {
  const { plan, rows, explained } = found
  const events = shownEvents(found)
  return {
    stepsReached: explained.reached,
    steps: plan.query.series.length,
    reason: explained.reason.code,
    text: explanationText(`${actorNoun(plan.query)} ${name}`, found),
    run: stepsOf(found),
    events,
    hasMore: events.length < rows.length,
  }
}

const toEvent = ({ plan: { period } }: ActorInFunnel, row: ActorRow | undefined) => ({
  event: row?.event ?? '',
  uuid: row?.id ?? '',
  atMs: period.fromMs + (row?.at ?? 0),
})

function stepsOf(found: ActorInFunnel): ExplainedStep[] {
  const { plan, rows, explained } = found
  const { run, numbers, serves } = explained
  const msOf = (i: number) => rows[run[i] ?? -1]?.at ?? 0
  return run.map((place, i) => ({
    step: numbers[i] ?? 0,
    name: stepName(plan, serves[i] ?? i),
    ...toEvent(found, rows[place]),
    msFromStepBefore: i === 0 ? null : msOf(i) - msOf(i - 1),
  }))
}

/**
 * Returns the events to show, at most {@link MOST_SHOWN} of them. They begin with the first event of the run,
 * or earlier if fewer than {@link MOST_SHOWN} events remain from this event on.
 */
function shownEvents(found: ActorInFunnel): ExplainedEvent[] {
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

/** Returns the steps, counted from 1, whose bits are set in the mask. */
const matchedSteps = (mask: number, bits: readonly number[]): number[] =>
  bits.flatMap((bit, step) => (((mask >>> bit) & 1) === 1 ? [step + 1] : []))

/**
 * Looks at the `count` bits of a mask from the bit `first` on. Returns the positions of the set bits among
 * them, counted from 1.
 */
const bitsOf = (mask: number, first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => i + 1).filter((i) => ((mask >>> (first + i - 1)) & 1) === 1)
