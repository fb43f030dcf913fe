import type { ActorEvents } from '#sequences/actor-events.ts'

/** The bit of an exclusion in a mask: behind those of the steps, so that most masks take a byte. */
export const exclusionBit = ({ steps }: Pick<FunnelRule, 'steps'>, exclusion: number): number =>
  steps + exclusion

export interface FunnelRule {
  readonly order: 'ordered' | 'strict' | 'unordered'
  /** 2 to 20. */
  readonly steps: number
  readonly windowMs: number
  /** Steps from 0. In an unordered funnel they mean nothing: an exclusion spans all steps. */
  readonly exclusions: readonly { readonly fromStep: number; readonly toStep: number }[]
}

/** Which starts count: those in [fromMs, toMs). */
export interface StartRange {
  readonly fromMs: number
  readonly toMs: number
}

export const ALL_STARTS: StartRange = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }

/** Of one actor; reused from actor to actor. */
export interface BestRun {
  /** 0 to steps. 0: no start, or out by an exclusion. */
  level: number
  /** Whether the actor is out because of an exclusion; level is 0 then. */
  isExcluded: boolean
  /** path[i], i < level: the place in the columns of the event that serves step i (unordered: the i-th in time). atMs[path[i]] is T(i+1). */
  readonly path: Uint32Array
}

export const createBestRun = (steps: number): BestRun => ({
  level: 0,
  isExcluded: false,
  path: new Uint32Array(steps),
})

/** Finds the best run (docs/semantics/funnels.md) of one actor, whose events are [from, to). */
export type WalkRuns = (
  events: ActorEvents,
  from: number,
  to: number,
  starts: StartRange,
  best: BestRun,
) => void

/** Ranges of starts, one after the other: range i is [edgesMs[i], edgesMs[i + 1]). */
export interface StartRanges {
  readonly edgesMs: readonly number[]
  /** Called when `best` is that of the starts in the range; for every range with a start, in no order that means anything. */
  each(range: number): void
}

/** As `WalkRuns`, of each range of starts, with no more work than for one. Without any start the level of `best` is 0. */
export type WalkRanges = (
  events: ActorEvents,
  from: number,
  to: number,
  ranges: StartRanges,
  best: BestRun,
) => void
