import { bound, type Fragment, join, numeral, sql } from '#sql/fragment.ts'
import { matches } from '#sql/matcher.ts'
import type { FunnelsPlan } from './plan.ts'

/**
 * A funnel event in 64 bits: milliseconds since the start of the range, then the index of the first step it matches
 * (4 bits), then one bit for each step with step 1 highest. The order of the numbers is the order of time. Within one
 * millisecond an event whose earliest matching step is earlier comes first, and where that is equal the one whose next
 * matching step is later or missing: in this order every possible run is found.
 */
const STEP_INDEX_BITS = 4
const codeBits = (steps: number) => steps + STEP_INDEX_BITS

export function packedEvent(plan: FunnelsPlan): Fragment {
  const firstStep = plan.matchers.map(
    (matcher, i) => sql`${matches(matcher, plan.scope)}, ${numeral(i * 2 ** plan.steps)}`,
  )
  const stepBits = plan.matchers.map(
    (matcher, i) => sql`if(${matches(matcher, plan.scope)}, ${numeral(2 ** (plan.steps - 1 - i))}, 0)`,
  )
  const sinceStart = sql`toUnixTimestamp64Milli(ts) - ${bound('Int64', plan.period.fromMs)}`
  const code = sql`multiIf(${join(firstStep, sql`, `)}, 0) + ${join(stepBits, sql` + `)}`
  return sql`toUInt64(bitShiftLeft(toUInt64(${sinceStart}), ${numeral(codeBits(plan.steps))}) + ${code})`
}

/** Whether a packed event matches `step` (1-based). */
export const isStep = (event: Fragment, step: number, plan: FunnelsPlan): Fragment =>
  sql`bitTest(${event}, ${numeral(plan.steps - step)})`

/** Whether a packed event matches step 1 and no other step. */
export const isOnlyStepOne = (event: Fragment, plan: FunnelsPlan): Fragment =>
  sql`bitAnd(${event}, ${numeral(2 ** codeBits(plan.steps) - 1)}) = ${numeral(2 ** (plan.steps - 1))}`

/** The time of a packed event, in ms since the start of the range. */
export const millisecondsOf = (event: Fragment, plan: FunnelsPlan): Fragment =>
  sql`bitShiftRight(${event}, ${numeral(codeBits(plan.steps))})`
