import { ALL_STARTS, createBestRun, type FunnelRule, NONE, placeOfStep } from '#insights/funnels/walk/rule.ts'
import { walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import type { VisitRow } from './attribution.ts'
import { msBetween } from './collect-steps.ts'
import { bucketWalk, type ComparedSteps } from './collect-trends.ts'

/** The actors of one number. */
export type CountedActors =
  /** Those whose run has the step of this bit; or those whose run has the last step before it that is not optional, and not this one. */
  | { readonly of: 'step'; readonly bit: number; readonly hasConverted: boolean }
  /** Those of a bucket at the from-step, that are or are not at the to-step. */
  | { readonly of: 'bucket'; readonly place: number; readonly hasConverted: boolean }
  /** Those whose time from the from-step to the to-step lies in [fromMs, toMs). */
  | { readonly of: 'times'; readonly fromMs: number; readonly toMs: number }

export interface CountedIn {
  readonly rule: FunnelRule
  readonly compared: ComparedSteps
  /** Of a trend: the starts of its buckets and the end of the last. */
  readonly edgesMs: readonly number[]
}

/** Whether a number counts an actor that has these events. */
export type IsCounted = (...funnel: Parameters<VisitRow>) => boolean

export function countedBy(counted: CountedActors, { rule, compared, edgesMs }: CountedIn): IsCounted {
  const { fromStep, toStep } = compared
  if (counted.of === 'bucket') {
    const eachBucket = bucketWalk(rule, edgesMs)
    return (_, events, from, to) => {
      let isCounted = false
      eachBucket(events, from, to, (place, { level }) => {
        if (place !== counted.place || level <= fromStep) return
        isCounted = level > toStep === counted.hasConverted
      })
      return isCounted
    }
  }
  const walk = walkRuns(rule)
  const best = createBestRun(rule)
  return (_, events, from, to) => {
    walk(events, from, to, ALL_STARTS, best)
    if (counted.of === 'step') {
      const hasStep = placeOfStep(best, counted.bit) !== NONE
      return counted.hasConverted ? hasStep : !hasStep && best.level >= levelBefore(rule, counted.bit)
    }
    if (best.level <= toStep) return false
    const ms = msBetween(events.atMs, best.path, fromStep, toStep)
    return ms >= counted.fromMs && ms < counted.toMs
  }
}

/** The steps that are not optional and lie before the one with this bit. */
const levelBefore = ({ steps, optional = [] }: FunnelRule, bit: number): number =>
  bit < steps ? bit : (optional[bit - steps] ?? 0)
