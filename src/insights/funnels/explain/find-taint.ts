import { exclusionBit, type FunnelRule } from '#insights/funnels/walk/rule.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'

/** An excluded event that taints a run. */
export interface TaintedBy {
  readonly place: number
  /** From 0. */
  readonly exclusion: number
  readonly fromStep: number
  readonly toStep: number
}

/** The first excluded event that taints the run whose events are at `run`; null for none. */
export function findTaint(rule: FunnelRule, events: ActorEvents, run: readonly number[]): TaintedBy | null {
  for (const [exclusion, own] of rule.exclusions.entries()) {
    const { fromStep, toStep } = rule.order === 'unordered' ? { fromStep: 0, toStep: rule.steps - 1 } : own
    const place = firstBetween(rule, events, run, { exclusion, fromStep, toStep })
    if (place !== undefined) return { place, exclusion, fromStep, toStep }
  }
  return null
}

function firstBetween(
  rule: FunnelRule,
  { atMs, mask }: ActorEvents,
  run: readonly number[],
  { exclusion, fromStep, toStep }: Omit<TaintedBy, 'place'>,
): number | undefined {
  const timeOf = (step: number) => atMs[run[step] ?? -1]
  const fromMs = timeOf(fromStep)
  if (fromMs === undefined) return undefined
  const toMs = timeOf(toStep)
  const lastMs = (timeOf(0) ?? 0) + rule.windowMs
  const isBefore = (ms: number) => (toMs === undefined ? ms <= lastMs : ms < toMs)
  const isIt = (ms: number, place: number) =>
    (((mask[place] ?? 0) >>> exclusionBit(rule, exclusion)) & 1) === 1 && ms > fromMs && isBefore(ms)
  const place = atMs.findIndex(isIt)
  return place < 0 ? undefined : place
}
