import { sql } from 'kysely'
import { IDS_A_STATEMENT, ROWS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { groupBy } from '#shared/group-by.ts'

/** Kinds of things that have tags. Each kind has its own table of tags. */
export type Tagged = 'insight' | 'dashboard' | 'action'
const TABLES = {
  insight: { table: sql.table('insight_tag'), owner: sql.ref('insight_id') },
  dashboard: { table: sql.table('dashboard_tag'), owner: sql.ref('dashboard_id') },
  action: { table: sql.table('action_tag'), owner: sql.ref('action_id') },
}

export async function replaceTags(
  transaction: Metadata,
  tagged: Tagged,
  id: number,
  tags: readonly string[],
): Promise<void> {
  const { table, owner } = TABLES[tagged]
  await sql`DELETE FROM ${table} WHERE ${owner} = ${id}`.execute(transaction)
  for (const some of chunksOf(tags, ROWS_A_STATEMENT)) {
    const rows = sql.join(some.map((tag) => sql`(${id}, ${tag})`))
    await sql`INSERT INTO ${table} (${owner}, tag) VALUES ${rows}`.execute(transaction)
  }
}

/** Returns the tags of these things in alphabetical order, by id. A thing without tags is left out. */
export async function tagsById(
  database: Metadata,
  tagged: Tagged,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { table, owner } = TABLES[tagged]
  const rows: { id: number; tag: string }[] = []
  for (const some of chunksOf(ids, IDS_A_STATEMENT)) {
    const found = await sql<{ id: number; tag: string }>`SELECT ${owner} AS id, tag
FROM ${table}
WHERE ${owner} IN (${sql.join(some)})
ORDER BY tag`.execute(database)
    rows.push(...found.rows)
  }
  return groupBy(
    rows,
    ({ id }) => id,
    ({ tag }) => tag,
  )
}
