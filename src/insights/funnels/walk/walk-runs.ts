import { orderedRuns } from './ordered.ts'
import { ALL_STARTS, type FunnelRule, type WalkRanges, type WalkRuns } from './rule.ts'
import { createSinglePass } from './single-pass.ts'
import { strictRuns } from './strict.ts'
import { unorderedRuns } from './unordered.ts'

/** The walk of a rule. Its scratch space is made once, so that two actors must not be walked at the same time. */
export function walkRanges(rule: FunnelRule): WalkRanges {
  if (rule.order === 'ordered') return orderedRuns(rule)
  return rule.order === 'strict' ? strictRuns(rule) : unorderedRuns(rule)
}

export function walkRuns(rule: FunnelRule): WalkRuns {
  const walk = walkRanges(rule)
  const isPlain = rule.order === 'ordered' && rule.exclusions.length === 0
  const singlePass = createSinglePass(rule)
  const edgesMs = [0, 0]
  const ranges = { edgesMs, each: () => undefined }
  return (events, from, to, { fromMs, toMs }, best) => {
    if (isPlain && fromMs === ALL_STARTS.fromMs && toMs === ALL_STARTS.toMs)
      if (singlePass(events, from, to, best)) return
    edgesMs[0] = fromMs
    edgesMs[1] = toMs
    walk(events, from, to, ranges, best)
  }
}
