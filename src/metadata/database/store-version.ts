import { sql } from 'kysely'
import type { Metadata } from './open-metadata.ts'

/** Changes whenever anything in the metadata has changed, by this process or by another. */
export type StoreVersion = () => Promise<string>

/** SQLite counts both: the rows that this connection has changed, and the commits that it has seen of others. */
export const createStoreVersion =
  (metadata: Metadata): StoreVersion =>
  async () => {
    const own = await sql<{ rows: number }>`SELECT total_changes() AS rows`.execute(metadata)
    const others = await sql<{ data_version: number }>`PRAGMA data_version`.execute(metadata)
    return `${own.rows[0]?.rows}/${others.rows[0]?.data_version}`
  }
