import type { FunnelsPlan } from '#insights/funnels/plan.ts'
import { withActionNames } from '#query/series.ts'

/** The name of a step, from 0, in a sentence. */
export function stepName(
  { query, definitions }: Pick<FunnelsPlan, 'query' | 'definitions'>,
  step: number,
): string {
  const { customName, name } = withActionNames(query, definitions).series[step] ?? {}
  return customName || name || 'any event'
}
