import { orderedRuns } from './ordered.ts'
import type { FunnelRule, WalkRuns } from './rule.ts'
import { strictRuns } from './strict.ts'
import { unorderedRuns } from './unordered.ts'

/** The walk of a rule. Its scratch space is made once, so that two actors must not be walked at the same time. */
export function walkRuns(rule: FunnelRule): WalkRuns {
  if (rule.order === 'ordered') return orderedRuns(rule)
  return rule.order === 'strict' ? strictRuns(rule) : unorderedRuns(rule)
}
