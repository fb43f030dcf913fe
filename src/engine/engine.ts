import type { Fragment } from '#sql/fragment.ts'
import type { ActivePart } from './disk/active-parts.ts'
import type { DiskState } from './disk/disk-guard.ts'
import type { ReadSize } from './query-watch.ts'
import type { QueryLoad } from './turns/query-turns.ts'

/** The client that waits for a query. */
export interface Asker {
  /** Its share of the project's turns: `key 5`, `user 2`, `links`, or `background` where no client waits. */
  readonly share: string
  /**
   * Stops the query when it aborts: a waiting one never begins, a running one is killed. The promise is rejected with
   * `cancelled` once the engine no longer works on it.
   */
  readonly signal?: AbortSignal | undefined
}

export interface QueryOptions extends Partial<Asker> {
  /** `<kind>.<part>`, for the log of failed and slow queries, and for the estimate of its time. */
  readonly name: string
  /** The project that the query reads; null for all of them or none. For the log as well. */
  readonly projectId: number | null
  /** Called once the query has ended with what it has read; null where the engine gives no numbers, as for columns. */
  readonly onRead?: ((read: ReadSize | null) => void) | undefined
  /** How many stored events the query may read, where that is known: for the estimate of its time. */
  readonly events?: number | undefined
  /** Whether the result may have megabytes: it is taken chunk by chunk then, and `onRead` gets null. */
  readonly isLarge?: boolean
  /** A query of the server's own work: it never waits behind questions, and has no limit of time or rows. */
  readonly isUpkeep?: boolean
}

/** Takes rows of a result, and resolves when it is ready for more. A rejection ends the query. */
export type ReceiveRows = (rows: readonly (readonly unknown[])[]) => Promise<void>

/** The interface to the event store. Every method rejects with an EngineError, or as it says. */
export interface Engine {
  /**
   * The rows of a query, one object each. 64-bit integers are decimal text, so that none is rounded. The engine's limits of
   * memory, time and result size apply. Queries that are no upkeep wait for their turn: docs/decisions/0022-fair-turns.md.
   * @throws RequestError `throttled` where too many wait.
   */
  rows(query: Fragment, options: QueryOptions): Promise<unknown[]>
  /**
   * The result of a query in ClickHouse's Native format: blocks of columns. As `rows`, without a limit of rows; more than
   * {@link resultBytes} are refused with `too_large`. The caller owns the bytes, and may transfer them to another thread.
   */
  native(query: Fragment, options: QueryOptions): Promise<Uint8Array>
  /**
   * Gives the rows of a query to `receive`, some thousands at a time and each with its values in the order of the columns, without a limit of
   * rows: docs/decisions/0028-rows-are-streamed.md. The engine waits while `receive` does. 64-bit integers are decimal text. The
   * query has half of a query's memory. It takes a turn for each time that it works, and each may take as long as a query may.
   * @throws RequestError `throttled` where too many rows are being sent already; EngineError `timeout` also where `receive` takes too long.
   */
  stream(query: Fragment, options: QueryOptions, receive: ReceiveRows): Promise<void>
  /** The rows of a query as a Parquet file. For statements without text of a client's: it may call table functions. */
  parquet(query: Fragment, options: QueryOptions): Promise<Uint8Array>
  /** The rows of a query in ClickHouse's RowBinary, in chunks that hold whole rows. */
  binary(query: Fragment, options: QueryOptions): AsyncIterable<Uint8Array>
  /**
   * Adds rows, given as TabSeparated lines of these columns, and resolves once they are on disk and visible to the next
   * query. Atomic when all rows belong to one month. The caller must keep values within the range of their columns. Rejects
   * with `unsure` where a write to the disk has failed meanwhile: then the rows are stored as a whole or not at all.
   */
  insert(table: string, columns: readonly string[], lines: readonly string[]): Promise<void>
  /** Runs a schema statement. Its text must not contain anything from a client. */
  command(text: string): Promise<void>
  /** @throws EngineError `disk_full` where no event may be stored, so that the space that is left suffices for work that has begun. */
  requireSpace(): void
  diskState(): DiskState
  /** Rises with the end of each insert and each schema statement. */
  writeCount(): number
  /** The parts of all tables, which are surely whole and on disk; null while a write to the disk has failed. */
  storedParts(): Promise<ActivePart[] | null>
  /**
   * Runs `look`, with the parts of all tables, while nothing is written and what was written is whole. Merges and questions go
   * on: files of parts never change, and those of the given ones stay for 8 minutes. Writes wait, so that it must be short, and
   * must not write itself.
   */
  frozen<T>(look: (parts: readonly ActivePart[]) => Promise<T>): Promise<T>
  /** Without the server's own work. */
  queryLoad(): QueryLoad
  /** Most bytes of a result of `rows`, `native` and `parquet`. */
  readonly resultBytes: number
  /** Waits for running work, then closes. Later calls are rejected. */
  close(): Promise<void>
}
