import type { ActorEvents } from '#sequences/actor-events.ts'

/** Collects numbers from the funnels of actors, by row. For each actor it is given each row only once. */
export interface Collect<Totals> {
  add(row: number, events: ActorEvents, from: number, to: number): void
  /** Returns the number of actors of a row at step 1. */
  size(row: number): number
  /** Returns the numbers of several rows together. No actor may be in two of these rows. */
  totals(rows: readonly number[]): Totals
}
