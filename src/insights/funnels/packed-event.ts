import { bound, type Fragment, join, numeral, sql } from '#sql/fragment.ts'
import { matches } from '#sql/matcher.ts'
import type { FunnelsPlan } from './plan.ts'

/**
 * A funnel event in 64 bits: milliseconds since the start of the range, then the index of the first step it matches
 * (4 bits), then one bit a step with step 1 highest. Sorted as a number that is the order of time, and within one
 * millisecond an order that lets every possible run happen: events that can only begin come first, and of two that
 * can begin the one less useful later.
 */
const STEP_INDEX_BITS = 4
const codeBits = (steps: number) => steps + STEP_INDEX_BITS

export function packedEvent(plan: FunnelsPlan): Fragment {
  const firstStep = plan.matchers.map(
    (matcher, i) => sql`${matches(matcher)}, ${numeral(i * 2 ** plan.steps)}`,
  )
  const stepBits = plan.matchers.map(
    (matcher, i) => sql`if(${matches(matcher)}, ${numeral(2 ** (plan.steps - 1 - i))}, 0)`,
  )
  const sinceStart = sql`toUnixTimestamp64Milli(ts) - ${bound('Int64', plan.period.fromMs)}`
  const code = sql`multiIf(${join(firstStep, sql`, `)}, 0) + ${join(stepBits, sql` + `)}`
  return sql`toUInt64(bitShiftLeft(toUInt64(${sinceStart}), ${numeral(codeBits(plan.steps))}) + ${code})`
}

/** Whether a packed event matches `step` (1-based). */
export const isStep = (event: Fragment, step: number, plan: FunnelsPlan): Fragment =>
  sql`bitTest(${event}, ${numeral(plan.steps - step)})`

/** Whether it matches step 1 and no other. */
export const isOnlyStepOne = (event: Fragment, plan: FunnelsPlan): Fragment =>
  sql`bitAnd(${event}, ${numeral(2 ** codeBits(plan.steps) - 1)}) = ${numeral(2 ** (plan.steps - 1))}`

/** When it happened, in ms since the start of the range. */
export const millisecondsOf = (event: Fragment, plan: FunnelsPlan): Fragment =>
  sql`bitShiftRight(${event}, ${numeral(codeBits(plan.steps))})`
