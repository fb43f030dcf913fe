import type { ActorEvents } from '#sequences/actor-events.ts'

/** No place in the columns. */
export const NONE = 0xffffffff

export interface FunnelRule {
  readonly order: 'ordered' | 'strict' | 'unordered'
  /** The steps that are not optional: 1 to 20. Step i is bit i of a mask. */
  readonly steps: number
  /** Of each optional step, in their order: how many of the other steps are before it, at least 1. Only in an ordered funnel. */
  readonly optional?: readonly number[]
  readonly windowMs: number
  /** Steps that are not optional, from 0. In an unordered funnel they mean nothing: an exclusion spans all steps. */
  readonly exclusions: readonly { readonly fromStep: number; readonly toStep: number }[]
}

/** The bits of a mask: the steps, the optional steps, the exclusions. They are dense, so that most masks take a byte. */
export const optionalBit = ({ steps }: Pick<FunnelRule, 'steps'>, optional: number): number =>
  steps + optional
export const exclusionBit = (
  { steps, optional = [] }: Pick<FunnelRule, 'steps' | 'optional'>,
  exclusion: number,
): number => steps + optional.length + exclusion

/** So many bits from the lowest on, as those of the steps. */
export const lowestBits = (count: number): number => 2 ** count - 1

/** The bits of all exclusions. */
export const exclusionBits = (rule: FunnelRule): number =>
  lowestBits(rule.exclusions.length) << exclusionBit(rule, 0)

/** The bits of all steps, in the order of the question. */
export function stepBits({ steps, optional = [] }: Pick<FunnelRule, 'steps' | 'optional'>): number[] {
  const optionalAfter = (before: number) =>
    optional.flatMap((one, i) => (one === before ? [optionalBit({ steps }, i)] : []))
  return Array.from({ length: steps }, (_, step) => [step, ...optionalAfter(step + 1)]).flat()
}

/** The bits of the steps with which a run can begin. */
export const startBits = ({ order, steps }: Pick<FunnelRule, 'order' | 'steps'>): number =>
  order === 'unordered' ? lowestBits(steps) : 1

/** Which starts count: those in [fromMs, toMs). */
export interface StartRange {
  readonly fromMs: number
  readonly toMs: number
}

export const ALL_STARTS: StartRange = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }

/** Of one actor; reused from actor to actor. */
export interface BestRun {
  /** 0 to the steps that are not optional. 0: no start, or out by an exclusion. */
  level: number
  /** Whether the actor is out because of an exclusion; level is 0 then. */
  isExcluded: boolean
  /** path[i], i < level: the place in the columns of the event that serves step i (unordered: the i-th in time). atMs[path[i]] is T(i+1). */
  readonly path: Uint32Array
  /** The place of the event of each optional step, or NONE. `walkRanges` does not set it. */
  readonly optional: Uint32Array
}

export const createBestRun = ({ steps, optional = [] }: Pick<FunnelRule, 'steps' | 'optional'>): BestRun => ({
  level: 0,
  isExcluded: false,
  path: new Uint32Array(steps),
  optional: new Uint32Array(optional.length).fill(NONE),
})

/** The place of the event that serves the step with this bit, or NONE. */
export function placeOfStep({ level, path, optional }: BestRun, bit: number): number {
  if (bit < level) return path[bit] as number
  return bit < path.length ? NONE : (optional[bit - path.length] as number)
}

/** Ranges of starts, one after the other: range i is [edgesMs[i], edgesMs[i + 1]). */
export interface StartRanges {
  readonly edgesMs: Float64Array
  /** Called when `best` is that of the starts in the range; for every range with a start, in no order that means anything. */
  each(range: number): void
}

/** Finds the best run of one actor, whose events are [from, to), of each range of starts, with no more work than for one. Without any start the level of `best` is 0. */
export type WalkRanges = (
  events: ActorEvents,
  from: number,
  to: number,
  ranges: StartRanges,
  best: BestRun,
) => void
