import type { Fragment } from '#sql/fragment.ts'

export interface QueryOptions {
  /** `<kind>.<part>`, for the log of failed and slow queries. */
  readonly name: string
  /** The project that the query reads; null for all of them or none. For the log as well. */
  readonly projectId: number | null
  /**
   * Stops the query when it aborts: a waiting one never begins, a running one is killed. The promise is rejected with
   * `cancelled` once the engine no longer works on it.
   */
  readonly signal?: AbortSignal | undefined
  /** Asked by the server for its own work: it never waits behind questions, and has no limit of time or rows. */
  readonly isUpkeep?: boolean
}

/** The only door to the event store. Every method rejects with an EngineError. */
export interface Engine {
  /**
   * The rows of a query, one object each. 64-bit integers arrive as decimal text, so that none is rounded. Bounded by
   * the engine's memory, time and result limits.
   */
  rows(query: Fragment, options: QueryOptions): Promise<unknown[]>
  /** The rows of a query in ClickHouse's RowBinary, in chunks that hold whole rows. */
  binary(query: Fragment, options: QueryOptions): AsyncIterable<Uint8Array>
  /**
   * Adds rows, given as TabSeparated lines of these columns, and resolves once they are on disk and visible to the next
   * query. Atomic when all rows belong to one month. Values outside a column's range are the caller's to avoid.
   */
  insert(table: string, columns: readonly string[], lines: readonly string[]): Promise<void>
  /** A schema statement. Its text is ours, never a client's. */
  command(text: string): Promise<void>
  /** Waits for what is running, then closes. Later calls reject. */
  close(): Promise<void>
}
