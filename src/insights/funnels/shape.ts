import type { Series } from '#query/insight-query.ts'
import type { FunnelsPlan } from './plan.ts'

export interface FunnelStep {
  /** 0-based. */
  readonly order: number
  readonly series: Series
  /** Persons who reached at least this step. */
  readonly count: number
  /** Seconds from the step before, over those who made it; null for the first step and where nobody did. */
  readonly averageConversionSeconds: number | null
  readonly medianConversionSeconds: number | null
}

export interface FunnelRow {
  /** Persons who reached at least each step. */
  readonly counts: readonly number[]
  /** Milliseconds from step i+1 to step i+2; null where nobody got that far. */
  readonly averages: readonly (number | null)[]
  readonly medians: readonly (number | null)[]
}

export function shapeFunnels(plan: FunnelsPlan, rows: readonly FunnelRow[]): FunnelStep[] {
  const row = rows[0]
  return plan.query.series.map((series, order) => ({
    order,
    series,
    count: row?.counts[order] ?? 0,
    averageConversionSeconds: seconds(row?.averages[order - 1]),
    medianConversionSeconds: seconds(row?.medians[order - 1]),
  }))
}

const seconds = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : ms / 1000)
