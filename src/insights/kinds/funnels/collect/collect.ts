import type { ActorEvents } from '#sequences/actor-events.ts'

/**
 * Collects the numbers of a funnel for each row of its breakdown. An actor is added to a row at most once.
 */
export interface Collect<Totals> {
  add(row: number, events: ActorEvents, from: number, to: number): void
  /** Returns the number of actors of a row at step 1. */
  size(row: number): number
  /** Returns the numbers of several rows together. No actor may be in two of these rows. */
  totals(rows: readonly number[]): Totals
}
