import type { ActorEvents } from '#sequences/actor-events.ts'

/** Collects numbers from the funnels of actors, by row. Of one actor it is given each row once. */
export interface Collect<Totals> {
  add(row: number, events: ActorEvents, from: number, to: number): void
  /** The actors of a row at step 1. */
  size(row: number): number
  /** The numbers of rows that share no actor, together. */
  totals(rows: readonly number[]): Totals
}
