import type { WalkMemory } from './walk-memory.ts'

/**
 * Columns of events. The events of one actor lie together, in order of time. The order of events in the
 * same millisecond means nothing.
 */
export interface ActorEvents {
  /** Whole milliseconds since the start of the range. */
  readonly atMs: Float64Array
  /**
   * For each event, a mask with a bit for each thing that the event can serve. In funnels these things are
   * the steps, optional ones included, followed by the exclusions. The mask is 0 if the event serves
   * nothing; strict funnels need such events as well.
   */
  readonly mask: Uint32Array
  /**
   * The number of each event's breakdown value; absent without a breakdown. {@link Walk.actor} receives the
   * texts of these numbers as `values`.
   */
  readonly value?: Uint32Array | undefined
}

/** The texts of values, by number. */
export interface ValueTexts {
  at(value: number): string | undefined
}

/** A computation over the events of actors. It is created for each question and lives in one worker. */
export interface Walk<Result> {
  /**
   * Receives all events of one actor: the rows [from, to) of the columns. `actor` is the number of a person
   * (UInt32) or the 64-bit hash of the actor's text, as in the column `actor`. `values` has the texts of the
   * column `value`. The columns are reused for the next actor.
   */
  actor(actor: number | bigint, events: ActorEvents, from: number, to: number, values: ValueTexts): void
  /**
   * Called once, at the end. Returns the result, which must be something that can be cloned to another
   * thread.
   */
  result(): Result
}

/**
 * Begins the walk of one question. The walk must count in `memory` the bytes of everything that it keeps
 * and that grows with the data.
 */
export type StartWalk<Job, Result> = (job: Job, memory: WalkMemory) => Walk<Result>
