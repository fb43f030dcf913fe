import type { ActorEvents } from '#sequences/actor-events.ts'
import { createOptionalSteps } from './optional-steps.ts'
import { orderedRuns } from './ordered.ts'
import { ALL_STARTS, exclusionBit, type FunnelRule, type WalkRanges, type WalkRuns } from './rule.ts'
import { createSinglePass, type SinglePass } from './single-pass.ts'
import { strictRuns } from './strict.ts'
import { unorderedRuns } from './unordered.ts'

/** The walk of a rule. Its scratch space is made once, so that two actors must not be walked at the same time. */
export function walkRanges(rule: FunnelRule): WalkRanges {
  if (rule.order === 'ordered') return orderedRuns(rule)
  return rule.order === 'strict' ? strictRuns(rule) : unorderedRuns(rule)
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
  const quick = rule.order === 'unordered' ? null : quickRuns(rule)
  return (events, from, to, starts, best) => {
    if (starts === ALL_STARTS && quick?.(events, from, to, best)) return
    edgesMs[0] = starts.fromMs
    edgesMs[1] = starts.toMs
    walk(events, from, to, ranges, best)
  }
}

/** Most actors need one pass: those without events of one millisecond, of whom no exclusion can taint a run. */
function quickRuns(rule: FunnelRule): SinglePass {
  const { exclusions } = rule
  const singlePass = createSinglePass(rule)
  if (exclusions.length === 0) return singlePass
  const untaintedLevel = Math.min(...exclusions.map(({ fromStep }) => fromStep))
  const excludedBits = exclusions.reduce((bits, _, i) => bits | (1 << exclusionBit(rule, i)), 0)
  return (events, from, to, best) =>
    singlePass(events, from, to, best) &&
    (best.level <= untaintedLevel || !hasAny(events, from, to, excludedBits))
}

function hasAny({ mask }: ActorEvents, from: number, to: number, bits: number): boolean {
  for (let place = from; place < to; place++) if (((mask[place] as number) & bits) !== 0) return true
  return false
}
