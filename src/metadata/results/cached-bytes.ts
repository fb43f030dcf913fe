import { sql } from 'kysely'
import type { Metadata } from '#metadata/database/schema.ts'

/**
 * Returns the size in bytes of the cached results of one project, or of all projects. An index contains the
 * sizes, so no result is read.
 */
export async function cachedBytes(metadata: Metadata, projectId: number | null): Promise<number> {
  const row = await metadata
    .selectFrom('answer')
    .select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes'))
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId ?? 0))
    .executeTakeFirstOrThrow()
  return Number(row.bytes)
}
