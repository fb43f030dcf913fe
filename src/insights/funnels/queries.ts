import { z } from 'zod'
import { type EngineQuery, rowsOf } from '#insights/kind.ts'
import { Integer } from '#insights/row-values.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import { type Fragment, join, numeral, sql } from '#sql/fragment.ts'
import type { FunnelsPlan } from './plan.ts'
import { funnelRuns } from './runs.ts'

const Milliseconds = z.array(z.number().nullable())
export const StepsRow = z.object({ counts: z.array(Integer), averages: Milliseconds, medians: Milliseconds })
export type StepsRow = z.output<typeof StepsRow>

/**
 * One row: `counts` (persons who reached at least each step), `averages` and `medians` (ms from each step to the
 * next, over the persons who reached the next; null without such a person). The median of an even number of persons is the mean of the
 * middle two; the engine's own `median` samples and changes from run to run.
 */
export function funnelQueries(plan: FunnelsPlan): { steps: EngineQuery<StepsRow[]> } {
  const steps = plan.matchers.map((_, i) => i + 1)
  const counts = steps.map((step) => sql`countIf(level >= ${numeral(step)})`)
  const later = steps.slice(1)
  const averages = later.map((step) => sql`avgIf(${sinceStepBefore(step)}, level >= ${numeral(step)})`)
  const medians = later.map(
    (step) => sql`quantileExactInclusiveIf(0.5)(${sinceStepBefore(step)}, level >= ${numeral(step)})`,
  )
  return {
    steps: rowsOf(
      StepsRow,
      sql`SELECT
  [${join(counts, sql`, `)}] AS counts,
  [${join(averages, sql`, `)}] AS averages,
  [${join(medians, sql`, `)}] AS medians
FROM (
  ${funnelRuns(plan)}
)`,
    ),
  }
}

const sinceStepBefore = (step: number): Fragment => sql`times[${numeral(step)}] - times[${numeral(step - 1)}]`

/** The persons of one step, counted from 1: the converted ones, or the persons who reached only the step before. */
export interface FunnelCell {
  readonly step: number
  readonly hasConverted: boolean
  /** Null for all rows of a breakdown together. */
  readonly row: BreakdownRow | null
}

/** The persons behind a number: `actor`. */
export const funnelPeople = (plan: FunnelsPlan, { step, hasConverted }: FunnelCell): Fragment =>
  sql`SELECT actor
FROM (
  ${funnelRuns(plan)}
)
WHERE level ${hasConverted ? sql`>= ${numeral(step)}` : sql`= ${numeral(step - 1)}`}`
