import type { WalkMemory } from './walk-memory.ts'

/** Columns of events; those of one actor lie together, in order of time. Of events of one millisecond the order means nothing. */
export interface ActorEvents {
  /** Whole milliseconds since the start of the range. */
  readonly atMs: Float64Array
  /**
   * What each event can serve, a bit each. Of funnels: the steps, and behind them the exclusions. 0: none (strict funnels need
   * such events).
   */
  readonly mask: Uint32Array
  /** The number of the event's breakdown value in `values`; absent without a breakdown. */
  readonly value?: Uint32Array | undefined
}

/** The texts of values by their numbers. */
export interface ValueTexts {
  at(value: number): string | undefined
}

/** A computation over the events of actors. Made anew for each question, lives in one worker. */
export interface Walk<Result> {
  /**
   * The events [from, to) are all those of one actor. `actor` is its number (UInt32 person) or the 64-bit hash of its text, as the
   * column has it. `values` has the texts of `value`. The columns are used again for the next
   * actor.
   */
  actor(actor: number | bigint, events: ActorEvents, from: number, to: number, values: ValueTexts): void
  /** Asked for once, at the end. It can be cloned to another thread. */
  result(): Result
}

/** Begins the walk of one question, which takes its share of `memory` for all that grows with the data. */
export type StartWalk<Job, Result> = (job: Job, memory: WalkMemory) => Walk<Result>
