import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Whether the values of these columns, in this order, equal one of these rows. At least one row is given.
 * The rows are written with VALUES, because SQLite does not accept `IN ((1, 2), (3, 4))`.
 */
export function isAmong(
  columns: readonly string[],
  rows: readonly (readonly (number | string)[])[],
): Expression<SqlBool> {
  const values = rows.map((row) => sql`(${sql.join(row)})`)
  return sql`(${sql.join(columns.map((column) => sql.ref(column)))}) IN (VALUES ${sql.join(values)})`
}
