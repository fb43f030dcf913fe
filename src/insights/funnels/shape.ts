import type { FunnelsPlan } from './plan.ts'
import type { StepsRow } from './queries.ts'

export interface FunnelStep {
  /** Persons who reached at least this step. */
  readonly count: number
  /** Seconds from the step before, over the persons of this step; null for the first step and for a step without persons. */
  readonly averageConversionSeconds: number | null
  readonly medianConversionSeconds: number | null
}

/** One item for each step, in their order. */
export function shapeFunnels(plan: FunnelsPlan, { steps }: { steps: readonly StepsRow[] }): FunnelStep[] {
  const row = steps[0]
  return plan.matchers.map((_, order) => ({
    count: row?.counts[order] ?? 0,
    averageConversionSeconds: seconds(row?.averages[order - 1]),
    medianConversionSeconds: seconds(row?.medians[order - 1]),
  }))
}

const seconds = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : ms / 1000)
