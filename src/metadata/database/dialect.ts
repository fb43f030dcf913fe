import type {
  CreateTableBuilder,
  Expression,
  DialectAdapter as KyselyAdapter,
  QueryExecutorProvider,
  SqlBool,
} from 'kysely'
import type { Clock, Timer } from '#shared/clock.ts'
import type { Metadata, MetadataSchema } from './schema.ts'

/**
 * The differences between the databases that can hold the metadata. All other SQL of the stores is shared
 * by SQLite (3.43 or later) and PostgreSQL: `RETURNING`, `ON CONFLICT ... DO UPDATE`, `IS DISTINCT FROM`,
 * comparisons of rows, window functions, `octet_length`. In addition to the methods below, stores rely on
 * this of every dialect:
 *
 * - A transaction excludes all others from its beginning to its end, also those of other processes. A
 *   statement that writes outside of a transaction counts as one.
 * - Other statements see a transaction when it has committed, and not before. They need not wait for it.
 * - A committed transaction is on disk before its promise resolves.
 * - Texts are compared and sorted by their bytes, with their case.
 * - Integers have 64 bits and arrive as numbers. A value has the type that it has in JavaScript, also next to
 *   other values.
 * - An error that a store does not know ends its transaction. PostgreSQL refuses all further statements of
 *   one whose statement failed, so a store never catches within a transaction.
 */
export interface Dialect {
  /**
   * Opens a store. `at` is a data folder, or the address of a server. `prepare` runs first and is the only
   * part that may change tables. If it throws, the store is closed.
   */
  open(at: string, prepare: (metadata: Metadata) => Promise<void>): Promise<Metadata>
  /** Closes the store. */
  close(metadata: Metadata): Promise<void>
  /** Returns a text that differs after every change of the store, by this process or by another. */
  storeVersion(metadata: Metadata): Promise<string>
  /** The schema in which the tables of a store are; undefined if the database has no schemas. */
  schemaOf(metadata: Metadata): Promise<string | undefined>
  /**
   * Adds the column `id`: a primary key whose values the database assigns. It never assigns a value twice.
   */
  addId<Table extends string>(table: CreateTableBuilder<Table>): CreateTableBuilder<Table, 'id'>
  /** Returns the highest id that a table with a column of {@link Dialect.addId} has assigned; 0 for none. */
  lastId(metadata: Metadata, table: keyof MetadataSchema): Promise<number>
  /** Makes the next row of a table with a column of {@link Dialect.addId} get an id higher than `last`. */
  skipIds(metadata: Metadata, table: keyof MetadataSchema, last: number): Promise<void>
  /** Deletes all rows of these tables, each of which comes before the tables that it refers to. */
  emptyTables(metadata: Metadata, tables: readonly (keyof MetadataSchema)[]): Promise<void>
  /** Whether `text` contains `part`. No character of `part` has a special meaning. */
  contains(text: Expression<string>, part: Expression<string> | string): Expression<SqlBool>
  /** The text with A to Z in lower case. Whether other letters change depends on the dialect. */
  lower(text: Expression<string>): Expression<string>
  /** Whether an index can have a text column of any length. PostgreSQL takes 2,704 bytes an entry. */
  readonly canIndexLongText: boolean
}

/** The metadata as it was at one moment. The server can go on writing. */
export interface HeldMetadata {
  readonly bytes: number
  /** Copies the metadata of that moment into a folder, as {@link METADATA_FILE}. */
  copyTo(folder: string): Promise<void>
  /** Ends the hold. It must be called, because the logs of the file grow until then. */
  release(): void
}

/**
 * A dialect whose store is a file of the data folder. Adds what only a file has. `close` writes everything
 * into the file, so that a copy of it is complete.
 */
export interface FileDialect extends Dialect {
  /**
   * Reads the store of a data folder that no process has open. The files do not change, not even by a
   * recovery of committed changes. Resolves with null if there is no store.
   */
  look<T>(folder: string, read: (metadata: Metadata) => Promise<T>): Promise<T | null>
  /**
   * Holds the file of an open store as it is now. Whatever is written meanwhile goes to a log next to it.
   * @throws Error if other processes read or write all the time
   */
  hold(metadata: Metadata, folder: string): Promise<HeldMetadata>
  /**
   * Returns what the database finds wrong with its files, one line each; empty if nothing is wrong. Reads
   * all the files.
   */
  check(metadata: Metadata): Promise<string[]>
}

/** How to wait for a server that does not answer. */
export interface Waiting {
  readonly clock: Clock
  readonly pause: (ms: number) => Promise<void>
  /** Receives one sentence, when the wait begins. */
  warn(sentence: string): void
}

/** The right of one node to use a server, for as long as its connection lives. */
export interface NodeHold {
  /** The number by which the server knows the connection. */
  readonly session: number
  /** Resolves with the reason if the connection ends before `release`. Another node can start then. */
  readonly lost: Promise<Error>
  release(): Promise<void>
}

/** What a process does while it alone may freeze a store. */
export interface Freezing {
  /** Runs before the moment. Changes of the store do not wait for it. */
  prepare(): Promise<void>
  /** Runs at the moment. Changes wait for it. */
  whileFrozen(): Promise<void>
  /** Runs if `whileFrozen` fails, or takes too long. */
  abandon(): Promise<void>
}

/** The metadata of a server as it was at one moment. Closing it ends the freeze. */
export interface FrozenMetadata {
  readonly metadata: Metadata
  readonly pausedMs: number
}

/** A dialect whose store is on a server. Adds what only a server has. */
export interface ServerDialect extends Dialect {
  /**
   * Opens a store; see {@link Dialect.open}. `lose` gets an error if the server turns out to lack changes
   * that were committed. All later statements fail. With `isPatient` no statement has a limit of time.
   */
  open(
    url: string,
    prepare: (metadata: Metadata) => Promise<void>,
    lose?: (error: Error) => void,
    isPatient?: boolean,
  ): Promise<Metadata>
  /** Opens a store that another process may use. Changes nothing. If `check` throws, the store is closed. */
  openBeside(url: string, check: (metadata: Metadata) => Promise<void>): Promise<Metadata>
  /**
   * Connects once. If the server does not answer, tries again for a minute, because both may be starting.
   * @throws MetadataServerError with the reason
   */
  waitFor(url: string, waiting: Waiting): Promise<void>
  /**
   * Returns the store as it is at one moment, which is read through one connection, and calls `whileFrozen`
   * at this moment: nothing is written to the store until it resolves. A server may use the store at the
   * same time. `pausedMs` is how long its changes had to wait. No other process freezes the store until the
   * result is closed.
   * @throws MetadataServerError if another process reads a frozen store of this database, or if
   * `whileFrozen` takes longer than 10 seconds
   */
  freeze(url: string, timer: Timer, freezing: Freezing): Promise<FrozenMetadata>
  /** Whether a process reads the store as it was at one moment. */
  isFrozen(metadata: Metadata): Promise<boolean>
  /**
   * Takes the right of the one node that may use a store. The server frees it when the connection ends,
   * which it notices within 25 seconds if the host of the node is gone.
   * @throws NodeTakenError if another node has it
   */
  holdNode(url: string, timer: Timer): Promise<NodeHold>
}

/**
 * The adapter of a store that a {@link Dialect} opened. Kysely passes it on to every connection and
 * transaction.
 */
export interface DialectAdapter extends KyselyAdapter {
  readonly dialect: Dialect
}

/** Returns the dialect of an open store or transaction. */
export function dialectOf(database: QueryExecutorProvider): Dialect {
  const { adapter } = database.getExecutor()
  if (!hasDialect(adapter)) throw new Error('The metadata store was not opened by a dialect')
  return adapter.dialect
}

const hasDialect = (adapter: KyselyAdapter): adapter is DialectAdapter => 'dialect' in adapter

/*
 * SQLite accepts 32,766 values in a statement and PostgreSQL 65,535. A row has at most eleven values.
 * Longer lists take several statements; most of these have the same text, which is prepared once.
 */
/** Highest number of ids in one statement. */
export const IDS_A_STATEMENT = 1_000
/** Highest number of rows that one statement writes. */
export const ROWS_A_STATEMENT = 2_500
