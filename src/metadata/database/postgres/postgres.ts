import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely'
import type { Pool } from 'pg'
import type { DialectAdapter, ServerDialect } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { processTimer } from '#shared/clock.ts'
import { type ConfirmedChanges, createConfirmedChanges, NOTHING_CONFIRMED } from './confirmed-changes.ts'
import { createPool } from './connect.ts'
import { CREATE_VERSION, PostgresDriver } from './driver.ts'
import { freezeServer, isFrozen } from './freeze-server.ts'
import { holdNode } from './hold-node.ts'
import { TypedQueryCompiler } from './query-compiler.ts'
import { requireServer } from './require-server.ts'
import { beginSession, LIMITS, NO_LIMITS, type SessionLimits } from './session-settings.ts'
import { waitForServer } from './wait-for-server.ts'

/** PostgreSQL, versions 14 to 18, at an address `postgres://user:password@host:port/database`. */
export const postgres: ServerDialect = {
  async open(url, prepare, lose = () => undefined, isPatient = false) {
    const preparing = overPool(url, NO_LIMITS, NOTHING_CONFIRMED)
    try {
      await requireServer(preparing, url)
      for (const statement of CREATE_VERSION) await sql.raw(statement).execute(preparing)
      await prepare(preparing)
    } finally {
      await preparing.destroy()
    }
    return overPool(url, isPatient ? NO_LIMITS : LIMITS, createConfirmedChanges(lose))
  },
  async openBeside(url, check) {
    const metadata = overPool(url, LIMITS, NOTHING_CONFIRMED)
    try {
      await requireServer(metadata, url)
      await check(metadata)
    } catch (error) {
      await metadata.destroy()
      throw error
    }
    return metadata
  },
  async freeze(url, timer, freezing) {
    const { pool, pausedMs } = await freezeServer(url, timer, freezing)
    return { metadata: over(pool, NO_LIMITS, NOTHING_CONFIRMED), pausedMs }
  },
  isFrozen,
  waitFor: waitForServer,
  holdNode,
  close: (metadata) => metadata.destroy(),
  // A transaction counts its changes when it commits. What it has changed so far counts as one.
  async storeVersion(metadata) {
    const own = metadata.isTransaction ? 1 : 0
    const { rows } = await sql<{ value: number }>`SELECT value FROM metadata_version`.execute(metadata)
    return String((rows[0]?.value ?? 0) + own)
  },
  async schemaOf(metadata) {
    const { rows } = await sql<{ schema: string }>`SELECT current_schema() AS schema`.execute(metadata)
    return rows[0]?.schema
  },
  // An id can be given, because the rows of a copied table have ids of their own. If none is given, it comes
  // from a sequence, which never goes back, not even at a rollback.
  addId: (table) =>
    table.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity()),
  async lastId(metadata, table) {
    const { rows } = await sql<{ last: number }>`SELECT
  coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0) AS last`.execute(
      metadata,
    )
    return rows[0]?.last ?? 0
  },
  async skipIds(metadata, table, last) {
    await sql`SELECT setval(name, ${last})
FROM (SELECT pg_get_serial_sequence(${table}, 'id')::regclass AS name) AS sequence
WHERE coalesce(pg_sequence_last_value(name), 0) < ${last}`.execute(metadata)
  },
  // A deletion checks the references of each row, which takes hours for millions of rows.
  async emptyTables(metadata, tables) {
    await sql`TRUNCATE ${sql.join(tables.map((table) => sql.table(table)))}`.execute(metadata)
  },
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  // With this collation PostgreSQL changes only the letters A to Z.
  lower: (text) => sql`lower(${text} COLLATE "C")`,
  canIndexLongText: false,
}

class Adapter extends PostgresAdapter implements DialectAdapter {
  readonly dialect = postgres
}

// `IN ()` is a syntax error in PostgreSQL. In SQLite nothing is in an empty list.
const EMPTY_LISTS = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

function overPool(url: string, limits: SessionLimits, changes: ConfirmedChanges): Metadata {
  const pool = createPool(url, async (client) => {
    await beginSession(client, limits)
    await changes.check(client)
  })
  return over(pool, limits, changes)
}

function over(
  pool: Pick<Pool, 'connect' | 'end'>,
  limits: SessionLimits,
  changes: ConfirmedChanges,
): Metadata {
  const dialect = new PostgresDialect({ pool: pool as Pool })
  dialect.createAdapter = () => new Adapter()
  dialect.createDriver = () => new PostgresDriver({ pool, limits, timer: processTimer, changes })
  dialect.createQueryCompiler = () => new TypedQueryCompiler()
  return new Kysely({ dialect, plugins: [EMPTY_LISTS] })
}
