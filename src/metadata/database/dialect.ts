import type {
  CreateTableBuilder,
  Expression,
  DialectAdapter as KyselyAdapter,
  QueryExecutorProvider,
  SqlBool,
} from 'kysely'
import type { Metadata } from './schema.ts'

/**
 * The differences between the databases that can hold the metadata. All other SQL of the stores is shared by SQLite (3.43
 * or later) and PostgreSQL: `RETURNING`, `ON CONFLICT ... DO UPDATE`, `IS DISTINCT FROM`, comparisons of rows, window functions,
 * `octet_length`. Besides the methods below, stores rely on this of every dialect:
 *
 * - A transaction that writes excludes all others from its beginning to its end, also those of other processes.
 * - A committed transaction is on disk before its promise resolves, and a deleted row is overwritten.
 * - Texts are compared and sorted by their bytes, with their case.
 * - Integers of 64 bits may arrive as text: a store reads them with `Number`.
 */
export interface Dialect {
  /**
   * Opens the store of a data folder. `prepare` runs first and is the only part that may change tables; where it throws,
   * the store is closed.
   */
  open(folder: string, prepare: (metadata: Metadata) => Promise<void>): Promise<Metadata>
  /**
   * Reads the store of a data folder that no process has open, without a change of its files, not even by a recovery of
   * committed changes. Null where there is none.
   */
  look<T>(folder: string, read: (metadata: Metadata) => Promise<T>): Promise<T | null>
  /** Writes everything into the files of the store, so that a copy of them is complete, and closes it. */
  close(metadata: Metadata): Promise<void>
  /** A text that differs after every change of the store, by this process or by another. */
  storeVersion(metadata: Metadata): Promise<string>
  /** Adds the column `id`: the primary key, which the database numbers and never gives a second time. */
  addId<Table extends string>(table: CreateTableBuilder<Table>): CreateTableBuilder<Table, 'id'>
  /** Numbers the next row of a table with an {@link Dialect.addId} higher than `last`. */
  skipIds(metadata: Metadata, table: 'project' | 'dashboard_tile', last: number): Promise<void>
  /** Whether a text contains another one, in which no character has a special meaning. */
  contains(text: Expression<string>, part: Expression<string> | string): Expression<SqlBool>
  /** The text with A to Z in lower case; whether other letters change depends on the dialect. */
  lower(text: Expression<string>): Expression<string>
  /** Whether the columns of a row, in this order, are one of these rows, of which there is at least one. */
  isAmong(columns: readonly string[], rows: readonly (readonly (number | string)[])[]): Expression<SqlBool>
}

/** The adapter of a store that a {@link Dialect} opened. Kysely hands it on to every connection and transaction. */
export interface DialectAdapter extends KyselyAdapter {
  readonly dialect: Dialect
}

/** The dialect of an open store or transaction. */
export function dialectOf(database: QueryExecutorProvider): Dialect {
  const { adapter } = database.getExecutor()
  if (!hasDialect(adapter)) throw new Error('The metadata store was not opened by a dialect')
  return adapter.dialect
}

const hasDialect = (adapter: KyselyAdapter): adapter is DialectAdapter => 'dialect' in adapter

/*
 * SQLite takes 32,766 values in a statement, PostgreSQL 65,535, and a row has at most eleven. Longer lists take several
 * statements; most of these have the same text, which is prepared once.
 */
/** Ids in one statement. */
export const IDS_A_STATEMENT = 1_000
/** Rows that one statement writes. */
export const ROWS_A_STATEMENT = 2_500
