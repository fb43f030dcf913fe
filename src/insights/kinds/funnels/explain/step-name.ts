import { COUNT_WORDS } from '#contract/math-words.ts'
import type { FunnelsPlan } from '#insights/runs/plan.ts'
import { withActionNames } from '#query/series.ts'
import { isFirstTime } from '#query/series-math.ts'

/** Returns the name of a step, counted from 0, for a sentence. */
export function stepName(
  { query, definitions }: Pick<FunnelsPlan, 'query' | 'definitions'>,
  step: number,
): string {
  const { customName, name, math = 'total' } = withActionNames(query, definitions).series[step] ?? {}
  const words = customName || name || 'any event'
  return isFirstTime(math) ? `${words} (${COUNT_WORDS[math] ?? math})` : words
}
