import { orderedRuns } from './ordered.ts'
import type { FunnelRule, WalkRanges, WalkRuns } from './rule.ts'
import { strictRuns } from './strict.ts'
import { unorderedRuns } from './unordered.ts'

/** The walk of a rule. Its scratch space is made once, so that two actors must not be walked at the same time. */
export function walkRanges(rule: FunnelRule): WalkRanges {
  if (rule.order === 'ordered') return orderedRuns(rule)
  return rule.order === 'strict' ? strictRuns(rule) : unorderedRuns(rule)
}

export function walkRuns(rule: FunnelRule): WalkRuns {
  const walk = walkRanges(rule)
  const edgesMs = [0, 0]
  const ranges = { edgesMs, each: () => undefined }
  return (events, from, to, { fromMs, toMs }, best) => {
    edgesMs[0] = fromMs
    edgesMs[1] = toMs
    walk(events, from, to, ranges, best)
  }
}
