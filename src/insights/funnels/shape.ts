import { type FunnelAnswer, funnelRow } from './answer.ts'
import type { FunnelsPlan } from './plan.ts'
import type { StepsRow } from './queries.ts'

/** The steps of all actors. */
export function shapeFunnels(plan: FunnelsPlan, { steps }: { steps: readonly StepsRow[] }): FunnelAnswer {
  const row = steps[0]
  return {
    kind: 'steps',
    rows: [
      {
        ...funnelRow(plan, null),
        steps: plan.matchers.map((_, order) => ({
          count: row?.counts[order] ?? 0,
          averageConversionSeconds: seconds(row?.averages[order - 1]),
          medianConversionSeconds: seconds(row?.medians[order - 1]),
        })),
      },
    ],
  }
}

const seconds = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : ms / 1000)
