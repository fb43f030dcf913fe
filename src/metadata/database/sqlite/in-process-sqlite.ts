import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
import Database from 'libsql'
import type { DialectAdapter, FileDialect } from '#metadata/database/dialect.ts'
import { isDiskFull } from '#metadata/database/disk-full.ts'
import { hasMetadata, METADATA_FILE } from '#metadata/database/metadata-files.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { holdFile } from './hold-file.ts'
import { cachingStatements } from './statement-cache.ts'

const PRAGMAS = [
  'journal_mode = WAL',
  // Every commit is synced before it returns.
  'synchronous = FULL',
  'foreign_keys = ON',
  'busy_timeout = 5000',
  // Deleted rows, such as persons, are overwritten.
  'secure_delete = ON',
]

/**
 * SQLite in this process, in the file `metadata.db` of the data folder. All statements run on one
 * connection.
 */
export const inProcessSqlite: FileDialect = {
  async open(folder, prepare) {
    const database = new Database(join(folder, METADATA_FILE))
    for (const pragma of PRAGMAS) database.pragma(pragma)
    const isInTransaction = () => database.inTransaction
    try {
      await prepare(overOneConnection(database, isInTransaction))
    } catch (error) {
      database.close()
      throw error
    }
    return overOneConnection(cachingStatements(database), isInTransaction)
  },
  async look(folder, read) {
    if (!hasMetadata(folder)) return null
    const file = join(folder, METADATA_FILE)
    const database = new Database(`${pathToFileURL(file)}?${modeOf(file)}`)
    try {
      return await read(overOneConnection(database, () => database.inTransaction))
    } finally {
      database.close()
    }
  },
  async close(metadata) {
    try {
      await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(metadata)
    } catch (error) {
      // If the disk is full, the write-ahead log stays next to the file and contains everything.
      if (!isDiskFull(error)) throw error
    } finally {
      await metadata.destroy()
    }
  },
  hold: (metadata, folder) => holdFile(metadata, join(folder, METADATA_FILE)),
  async check(metadata) {
    const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(metadata)
    return rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok')
  },
  // SQLite counts the rows that this connection has changed. It also counts the commits of other connections,
  // but only the commits that this connection has seen.
  async storeVersion(metadata) {
    const own = await sql<{ rows: number }>`SELECT total_changes() AS rows`.execute(metadata)
    const others = await sql<{ data_version: number }>`PRAGMA data_version`.execute(metadata)
    return `${own.rows[0]?.rows}/${others.rows[0]?.data_version}`
  },
  schemaOf: async () => undefined,
  // SQLite assigns ids only for exactly `integer primary key`. `autoincrement` keeps it from reusing an id.
  addId: (table) => table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement()),
  // LIKE is not used, because it compares a long part anew at every position: 240 characters against 20
  // insights with many tags blocked all requests for seconds.
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  async lastId(metadata, table) {
    const { rows } = await sql<{
      seq: number
    }>`SELECT seq FROM sqlite_sequence WHERE name = ${table}`.execute(metadata)
    return rows[0]?.seq ?? 0
  },
  // SQLite has a row for a table only after it has assigned the table's first id.
  async skipIds(metadata, table, last) {
    await sql`DELETE FROM sqlite_sequence WHERE name = ${table} AND seq < ${last}`.execute(metadata)
    await sql`INSERT INTO sqlite_sequence (name, seq)
SELECT ${table}, ${last}
WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ${table})`.execute(metadata)
  },
  async emptyTables(metadata, tables) {
    for (const table of tables) await sql`DELETE FROM ${sql.table(table)}`.execute(metadata)
  },
  // SQLite changes only the letters A to Z.
  lower: (text) => sql`lower(${text})`,
  canIndexLongText: true,
}

/**
 * Returns the mode in which to open a file that is only read.
 * With a write-ahead log, a reader makes an index of the log, and this index must stay. Closing may leave the
 * connection open until its statements are collected. If the index were deleted, the next connection of this
 * process would share an index that no longer has a name. Other processes would make an index of their own
 * and overwrite the commits of this one.
 * Without a log the file does not change, and a reader needs no index.
 */
function modeOf(file: string): string {
  // A first start that ends before the write-ahead log is turned on leaves a rollback journal. SQLite reads
  // nothing before the journal is rolled back, which needs write access. If there is a write-ahead log, the
  // mode is read-only: with write access, closing would move the log into the file.
  if (existsSync(`${file}-journal`)) return 'mode=rw'
  return existsSync(`${file}-wal`) ? 'mode=ro' : 'mode=ro&immutable=1'
}

class Adapter extends SqliteAdapter implements DialectAdapter {
  readonly dialect = inProcessSqlite
  /**
   * Makes Kysely run all migrations in one transaction. SQLite supports that, though Kysely says that it
   * does not.
   */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class Driver extends SqliteDriver {
  readonly #isInTransaction: () => boolean
  constructor(database: SqliteDatabase, isInTransaction: () => boolean) {
    super({ database })
    this.#isInTransaction = isInTransaction
  }
  /**
   * Begins with `BEGIN IMMEDIATE`. After Kysely's own `BEGIN`, the first write takes the write lock. If
   * another process has written between the first read and that write, SQLite refuses it at once, whatever
   * the timeout.
   */
  override async beginTransaction(
    connection: Parameters<SqliteDriver['beginTransaction']>[0],
  ): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE'))
  }

  /**
   * Rolls back, unless SQLite has already done so: on a full disk it rolls back by itself. A second
   * rollback would fail and hide the reason.
   */
  override async rollbackTransaction(
    connection: Parameters<SqliteDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection)
  }
}

function overOneConnection(database: SqliteDatabase, isInTransaction: () => boolean): Metadata {
  const dialect = new SqliteDialect({ database })
  dialect.createAdapter = () => new Adapter()
  dialect.createDriver = () => new Driver(database, isInTransaction)
  return new Kysely({ dialect })
}
