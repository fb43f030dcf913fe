import type { ReadSize } from '#engine/query-watch.ts'

/** The cost of the computation of a result. */
export interface Spent {
  readonly ms: number
  /** Rows that the event store has read for it; null if the store gives no number for one of its queries. */
  readonly rowsRead: number | null
}

interface Meter {
  onRead(read: ReadSize | null): void
  spent(): Spent
}

/** Measures a computation from now on. Its queries report what they have read. */
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
