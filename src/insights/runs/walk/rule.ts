import type { ActorEvents } from '#sequences/actor-events.ts'

/** Stands for "no event" where a place, an index in the columns of events, is expected. */
export const NONE = 0xffffffff

export interface FunnelRule {
  readonly order: 'ordered' | 'strict' | 'unordered'
  /** The number of steps that are not optional: 1 to 20. Step i is bit i of a mask. */
  readonly steps: number
  /**
   * For each optional step, in their order: how many steps that are not optional come before it, at least
   * 1. Only an ordered funnel has optional steps.
   */
  readonly optional?: readonly number[]
  readonly windowMs: number
  /**
   * The from-step and to-step of each exclusion, counted from 0 among the steps that are not optional. Both
   * are ignored in an unordered funnel, where an exclusion spans all steps.
   */
  readonly exclusions: readonly { readonly fromStep: number; readonly toStep: number }[]
}

/**
 * Returns the bit of an optional step. A mask has the bits of the steps, then of the optional steps, then
 * of the exclusions. There are no gaps, so most masks take one byte.
 */
export const optionalBit = ({ steps }: Pick<FunnelRule, 'steps'>, optional: number): number =>
  steps + optional
export const exclusionBit = (
  { steps, optional = [] }: Pick<FunnelRule, 'steps' | 'optional'>,
  exclusion: number,
): number => steps + optional.length + exclusion

/** Returns a mask with the lowest `count` bits set, such as the mask of all steps. */
export const lowestBits = (count: number): number => 2 ** count - 1

/** Returns a mask with the bits of all exclusions. */
export const exclusionBits = (rule: FunnelRule): number =>
  lowestBits(rule.exclusions.length) << exclusionBit(rule, 0)

/** Returns the bit of each step, optional ones included, in the order of the question. */
export function stepBits({ steps, optional = [] }: Pick<FunnelRule, 'steps' | 'optional'>): number[] {
  const optionalAfter = (before: number) =>
    optional.flatMap((one, i) => (one === before ? [optionalBit({ steps }, i)] : []))
  return Array.from({ length: steps }, (_, step) => [step, ...optionalAfter(step + 1)]).flat()
}

/** Returns a mask of the steps with which a run can begin. */
export const startBits = ({ order, steps }: Pick<FunnelRule, 'order' | 'steps'>): number =>
  order === 'unordered' ? lowestBits(steps) : 1

/** The starts that count: those in [fromMs, toMs). */
export interface StartRange {
  readonly fromMs: number
  readonly toMs: number
}

export const ALL_STARTS: StartRange = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }

/** The best run of one actor. The object is reused from actor to actor. */
export interface BestRun {
  /**
   * The number of steps that the run has, from 0 to the number of steps that are not optional. It is 0 if
   * the actor has no start, or is out because of an exclusion.
   */
  level: number
  /** Whether the actor is out because of an exclusion; `level` is 0 then. */
  isExcluded: boolean
  /**
   * `path[i]` is a place in the columns of events, for each i < level: the place of the event that serves
   * step i. In an unordered funnel it is the place of the i-th event in time. `atMs[path[i]]` is T(i + 1) of
   * docs/semantics/funnels.md.
   */
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

/**
 * Returns the place of the event that serves the step with this bit; NONE if the run does not have this
 * step.
 */
export function placeOfStep({ level, path, optional }: BestRun, bit: number): number {
  if (bit < level) return path[bit] as number
  return bit < path.length ? NONE : (optional[bit - path.length] as number)
}

/** Consecutive ranges of starts. Range i is [edgesMs[i], edgesMs[i + 1]). */
export interface StartRanges {
  readonly edgesMs: Float64Array
  /**
   * Called once for every range that has a start. At that moment the `best` of {@link WalkRanges} holds the
   * best run of the starts in this range. The order of the calls means nothing.
   */
  each(range: number): void
}

/**
 * Finds the best run of one actor for each range of starts, with no more work than for one range. The
 * events of the actor are [from, to). Without any start the level of `best` is 0.
 */
export type WalkRanges = (
  events: ActorEvents,
  from: number,
  to: number,
  ranges: StartRanges,
  best: BestRun,
) => void
