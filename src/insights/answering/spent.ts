import type { ReadSize } from '#engine/query-watch.ts'

/** The cost of the computation of a result. */
export interface Spent {
  readonly ms: number
  /**
   * Number of rows that the event store has read for the result; null if the store does not report it for
   * one of the queries.
   */
  readonly rowsRead: number | null
}

interface Meter {
  onRead(read: ReadSize | null): void
  spent(): Spent
}

/**
 * Starts to measure a computation. The queries of the computation report to the meter what they have read.
 */
export function createMeter(nowMs: () => number): Meter {
  const startedMs = nowMs()
  let rowsRead: number | null = 0
  return {
    onRead(read) {
      rowsRead = rowsRead === null || read === null ? null : rowsRead + read.rows
    },
    spent: () => ({ ms: Math.round(nowMs() - startedMs), rowsRead }),
  }
}
