import { sql } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataTransaction } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { createRowDigest, type TableDigest } from './row-digest.ts'
import { TRANSFER_TABLES, type TransferTable } from './transfer-tables.ts'

type Row = Readonly<Record<string, unknown>>

const ROWS_READ_AT_ONCE = 2_000
/** SQLite accepts 32,766 values in a statement. */
const VALUES_A_STATEMENT = 20_000

/**
 * Cached results, each table before the one that it refers to. They refer to projects, and a target that has
 * answered insights has some of its own.
 */
const CACHED_RESULTS = ['answer_part', 'answer'] as const

/**
 * Replaces the rows of `target` by those of `source`, in one transaction, reads them back and compares their
 * checksums. Cached results of `target` are deleted. Ids that `source` has ever assigned are not assigned
 * again. `source` must not change meanwhile. Returns the digest of each table. After `signal` it fails, and
 * changes nothing.
 * @throws Error if a value cannot be stored there. Nothing is changed then.
 */
export function copyMetadata(
  source: Metadata,
  target: Metadata,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, TableDigest>> {
  return target.transaction().execute(async (transaction) => {
    const replaced = TRANSFER_TABLES.map(({ name }) => name).toReversed()
    await dialectOf(transaction).emptyTables(transaction, [...CACHED_RESULTS, ...replaced])
    const digests = new Map<string, TableDigest>()
    for (const table of TRANSFER_TABLES) {
      digests.set(table.name, await copyTable(source, transaction, table, signal))
    }
    return digests
  })
}

async function copyTable(
  source: Metadata,
  target: MetadataTransaction,
  table: TransferTable,
  signal: AbortSignal | undefined,
): Promise<TableDigest> {
  const digest = createRowDigest()
  for await (const rows of rowsOf(source, table)) {
    signal?.throwIfAborted()
    for (const row of rows) digest.add(row)
    await insertRows(target, table, rows)
  }
  if (table.hasIds)
    await dialectOf(target).skipIds(target, table.name, await dialectOf(source).lastId(source, table.name))
  const copied = await digestOf(target, table)
  if (JSON.stringify(copied) !== JSON.stringify(digest.value()))
    throw new Error(`The copy of the table ${table.name} differs from its original. Nothing was changed.`)
  return copied
}

async function digestOf(metadata: Metadata, table: TransferTable): Promise<TableDigest> {
  const digest = createRowDigest()
  for await (const rows of rowsOf(metadata, table)) for (const row of rows) digest.add(row)
  return digest.value()
}

/** Yields the rows of a table as they are copied, in the order of their key. */
async function* rowsOf(
  metadata: Metadata,
  { name, key, changed }: TransferTable,
): AsyncGenerator<readonly Row[], undefined, undefined> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let after = sql``
  for (;;) {
    const { rows } = await sql<Row>`SELECT * FROM ${sql.table(name)} ${after}
ORDER BY ${columns} LIMIT ${ROWS_READ_AT_ONCE}`.execute(metadata)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map((row) => ({ ...row, ...changed }))
    after = sql`WHERE (${columns}) > (${sql.join(key.map((column) => last[column]))})`
  }
}

async function insertRows(
  target: MetadataTransaction,
  { name }: TransferTable,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  for (const some of chunksOf(rows, Math.floor(VALUES_A_STATEMENT / columns.length))) {
    const values = some.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`INSERT INTO ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
VALUES ${sql.join(values)}`.execute(target)
  }
}
