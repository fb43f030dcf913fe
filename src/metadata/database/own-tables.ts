import { dialectOf } from './dialect.ts'
import type { Metadata } from './schema.ts'

/**
 * Returns the names of the tables of Throughline in a store. Other programs may have tables in other schemas
 * of the same database; these tables are left out.
 */
export async function ownTables(metadata: Metadata): Promise<ReadonlySet<string>> {
  const own = await dialectOf(metadata).schemaOf(metadata)
  const tables = await metadata.introspection.getTables({ withInternalKyselyTables: true })
  return new Set(tables.filter(({ schema }) => schema === own).map(({ name }) => name))
}
