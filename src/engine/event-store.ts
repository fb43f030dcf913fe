import type { Fragment } from '#fragments/fragment.ts'
import type { DeletedEvents } from './deletions.ts'
import type { EngineUse } from './engine-readings.ts'
import type { Mirror, ProjectTable } from './project-tables.ts'
import type { ReadSize } from './query-watch.ts'
import type { ReadableRow } from './readable-row.ts'
import type { MonthFiles } from './stored-sizes.ts'
import type { QueryLoad } from './turns/query-turns.ts'
import type { UsedNumbers } from './used-numbers.ts'

/** The client that waits for a query. */
export interface Asker {
  /**
   * The asker's share of the project's turns: `key 5`, `user 2`, `links`; `background` if no client waits.
   */
  readonly share: string
  /**
   * Stops the query when it aborts: a waiting query never begins, a running one is killed. The promise is
   * rejected with `cancelled` once the engine no longer works on the query.
   */
  readonly signal?: AbortSignal | undefined
}

export interface QueryOptions extends Partial<Asker> {
  /**
   * `<kind>.<part>`: names the query in the log of failed and slow queries, and in the estimates of run
   * time.
   */
  readonly name: string
  /**
   * The project that the query reads; null if it reads all projects or none. Decides whose turn the query
   * takes, and is written to the log.
   */
  readonly projectId: number | null
  /**
   * Called after the query has ended, with what it has read; null if the engine gives no numbers, as with
   * columns.
   */
  readonly onRead?: ((read: ReadSize | null) => void) | undefined
  /** Number of stored events that the query may read, if known. Used to estimate its run time. */
  readonly events?: number | undefined
  /** Whether the result may have megabytes. It is then taken chunk by chunk, and `onRead` gets null. */
  readonly isLarge?: boolean
  /**
   * Marks a query of the server's own work. It never waits behind questions, and has no limit of time or
   * rows.
   */
  readonly isUpkeep?: boolean
  /**
   * Set for a query that reads no stored rows, such as the question whether the store answers. It does not
   * wait for rows that were accepted, and is answered although they cannot be inserted.
   */
  readonly readsNoRows?: boolean
  /**
   * Asks every server that has copies of the metadata, and returns the rows of all of them: after a failure
   * their copies may differ. For {@link EventStore.rows} of the server's own work.
   */
  readonly eachServer?: boolean
  /**
   * Set if the rows of a statement over events are independent of each other, so that the rows of all shards
   * together are the rows of the statement. A store with shards then asks each of them for its own rows, and
   * joins the answers. Must not be set for a statement that groups, sorts or limits, or that reads events a
   * second time.
   */
  readonly eachShard?: boolean
}

export interface BinaryOptions extends QueryOptions {
  /** Bytes of each row of the result, which are the same for all rows. */
  readonly rowBytes: number
}

/** Takes rows of a result and resolves when it can take more. A rejection ends the query. */
export type ReceiveRows = (rows: readonly (readonly unknown[])[]) => Promise<void>

/** The event store. Unless a method says otherwise, it rejects with an EngineError. */
export interface EventStore {
  /**
   * Returns the rows of a query as objects. 64-bit integers are decimal text, so that none is rounded. The
   * engine's limits of memory, time and result size apply. Queries wait for their turn unless they are
   * upkeep: docs/decisions/0022-fair-turns.md.
   * @throws RequestError `throttled` if too many queries wait.
   */
  rows(query: Fragment, options: QueryOptions): Promise<unknown[]>
  /**
   * Returns the result of a query in ClickHouse's Native format, which is blocks of columns. Works like
   * `rows`, but without a limit of rows; results over {@link resultBytes} are refused with `too_large`. The
   * caller owns the bytes and may transfer them to another thread.
   */
  native(query: Fragment, options: QueryOptions): Promise<Uint8Array>
  /**
   * Gives the rows of a query to `receive`, some thousands at a time, without a limit of rows:
   * docs/decisions/0028-rows-are-streamed.md. A row is an array with its values in column order. 64-bit
   * integers are decimal text. The engine waits while `receive` does.
   * The query has half of the memory of other queries. It takes a turn each time it works, and each turn
   * may take as long as a query may.
   * @throws RequestError `throttled` if too many results are being streamed already.
   * @throws EngineError `timeout` also if `receive` takes too long.
   */
  stream(query: Fragment, options: QueryOptions, receive: ReceiveRows): Promise<void>
  /**
   * Returns the rows of a query as a Parquet file. Only for statements without client text, because they
   * may call table functions.
   */
  parquet(query: Fragment, options: QueryOptions): Promise<Uint8Array>
  /** Returns the rows of a query in ClickHouse's RowBinary format, in chunks of whole rows. */
  binary(query: Fragment, options: BinaryOptions): AsyncIterable<Uint8Array>
  /**
   * Adds rows, given as TabSeparated lines of these columns. Resolves once they are on disk and visible to
   * the next query. The insert is atomic if all rows belong to one month. The caller must keep values
   * within the range of their columns.
   * Rejects with `unsure` if a write to the disk failed meanwhile, or if the answer of a server was lost:
   * then all of the rows are stored, or none, and the insert has ended.
   */
  insert(table: string, columns: readonly string[], lines: readonly string[]): Promise<void>
  /**
   * Adds rows that the engine can certainly read, all of one month. Resolves once they are on disk; the next
   * query sees them. A store in a folder first writes them to a file, and inserts the rows of many calls
   * together: docs/decisions/0033-small-inserts-are-logged.md. Rejects like `insert`.
   */
  insertDeferrable(table: string, columns: readonly string[], rows: readonly ReadableRow[]): Promise<void>
  /**
   * Runs the schema files of `folder` that have not run yet, in order of their names, and returns these
   * names. Every statement of a file must be harmless to repeat, because a crash can happen between a
   * statement and its record.
   * @throws NewerVersionError if a file has run that is not in `folder`.
   */
  migrate(folder: string): Promise<string[]>
  /**
   * Deletes events of one project. When it resolves, the deletion is on disk and no query returns the
   * events. The files are then rewritten in the background, as far as there is space, also after a restart.
   */
  deleteEvents(events: DeletedEvents): Promise<void>
  /** Returns whether all deletions of events have been applied to the files. */
  areDeletionsRewritten(): Promise<boolean>
  /**
   * Deletes all rows of a project from a table other than `events`. When it resolves, the files have been
   * rewritten.
   */
  deleteRows(table: ProjectTable, projectId: number): Promise<void>
  /** Deletes all rows of a copy of the metadata. */
  emptyCopy(table: Mirror): Promise<void>
  /**
   * Reads the roots of a project's merged persons anew, so that questions find them
   * (`personOf` of `sql/person-roots.ts`). Must be called before the first question of a process, and after
   * merges.
   */
  reloadRoots(projectId: number): Promise<void>
  /** Returns the files of the events by month, of all projects together. */
  partsByMonth(): Promise<MonthFiles[]>
  /** Returns the names of the time zones for which the engine has data of its own. */
  timeZones(): Promise<string[]>
  /** Returns the memory of the engine, its background work and the size of its tables. */
  use(): Promise<EngineUse>
  /**
   * Returns the numbers that stored events have, by project. With `sinceS`, epoch seconds by the clocks of
   * the servers, it may leave out events that were stored before.
   */
  usedNumbers(sinceS?: number | null): Promise<UsedNumbers[]>
  /**
   * @throws EngineError `disk_full` if no event may be stored, to keep the remaining space for work that
   * has already begun.
   */
  requireSpace(): void
  /** Returns the load by questions, without the server's own work. */
  queryLoad(): QueryLoad
  /** Maximum number of bytes of a result of `rows`, `native` or `parquet`. */
  readonly resultBytes: number
  /** Waits for running work, then closes the engine. Later calls are rejected. */
  close(): Promise<void>
}
