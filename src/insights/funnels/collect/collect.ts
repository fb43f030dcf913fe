import type { VisitRow } from './attribution.ts'

/** Collects numbers from the funnels of actors, by row. Of one actor it is given each row once. */
export interface Collect<Totals> {
  readonly add: VisitRow
  /** The actors of a row at step 1. */
  size(row: number): number
  /** The numbers of rows that share no actor, together. */
  totals(rows: readonly number[]): Totals
}

/** Something for each row, made when it is first asked for. */
export function perRow<T>(create: () => T): { of(row: number): T; present(row: number): T | undefined } {
  const all: T[] = []
  return {
    of(row) {
      all[row] ??= create()
      return all[row]
    },
    present: (row) => all[row],
  }
}
