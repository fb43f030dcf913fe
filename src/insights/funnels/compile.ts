import { type Fragment, join, numeral, sql } from '#sql/fragment.ts'
import type { FunnelsPlan } from './plan.ts'
import { funnelRuns } from './runs.ts'

/**
 * One row: `counts` (persons who reached at least each step), `averages` and `medians` (ms from each step to the
 * next, over those who made it; null where nobody did). The median of an even number of persons is the mean of the
 * middle two; the engine's own `median` samples and changes from run to run.
 */
export function compileFunnels(plan: FunnelsPlan): Fragment {
  const steps = plan.matchers.map((_, i) => i + 1)
  const counts = steps.map((step) => sql`countIf(level >= ${numeral(step)})`)
  const later = steps.slice(1)
  const averages = later.map((step) => sql`avgIf(${sinceStepBefore(step)}, level >= ${numeral(step)})`)
  const medians = later.map(
    (step) => sql`quantileExactInclusiveIf(0.5)(${sinceStepBefore(step)}, level >= ${numeral(step)})`,
  )
  return sql`SELECT
  [${join(counts, sql`, `)}] AS counts,
  [${join(averages, sql`, `)}] AS averages,
  [${join(medians, sql`, `)}] AS medians
FROM (
${funnelRuns(plan)}
)`
}

const sinceStepBefore = (step: number): Fragment => sql`times[${numeral(step)}] - times[${numeral(step - 1)}]`
