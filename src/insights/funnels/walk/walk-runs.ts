import { createOptionalSteps } from './optional-steps.ts'
import { orderedRuns } from './ordered.ts'
import type { FunnelRule, WalkRanges, WalkRuns } from './rule.ts'
import { createSinglePass } from './single-pass.ts'
import { strictRuns } from './strict.ts'
import { unorderedRuns } from './unordered.ts'

/** The walk of a rule. Its scratch space is made once, so that two actors must not be walked at the same time. */
export function walkRanges(rule: FunnelRule): WalkRanges {
  if (rule.order === 'unordered') return unorderedRuns(rule)
  const singlePass = createSinglePass(rule)
  const walk = rule.order === 'ordered' ? orderedRuns(rule) : strictRuns(rule)
  return (events, from, to, ranges, best) => {
    if (!singlePass(events, from, to, ranges, best)) walk(events, from, to, ranges, best)
  }
}

/** The walk of all starts, or of those in a range. Of all starts it gives the optional steps their events as well. */
export function walkRuns(rule: FunnelRule): WalkRuns {
  const walk = walkSteps(rule)
  if (rule.optional === undefined || rule.optional.length === 0) return walk
  const fill = createOptionalSteps(rule)
  return (events, from, to, starts, best) => {
    walk(events, from, to, starts, best)
    fill(events, from, to, best)
  }
}

function walkSteps(rule: FunnelRule): WalkRuns {
  const walk = walkRanges(rule)
  const edgesMs = [0, 0]
  const ranges = { edgesMs, each: () => undefined }
  return (events, from, to, starts, best) => {
    edgesMs[0] = starts.fromMs
    edgesMs[1] = starts.toMs
    walk(events, from, to, ranges, best)
  }
}
