import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Metadata, MetadataTransaction } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'

/**
 * Tables whose rows belong to a row of another table of the project: [table, column with the id of that row,
 * other table]. They must be deleted before the other table's rows.
 */
const OF_PARENTS = [
  ['insight_tag', 'insight_id', 'insight'],
  ['insight_sharing', 'insight_id', 'insight'],
  ['dashboard_sharing', 'dashboard_id', 'dashboard'],
  ['dashboard_tile', 'dashboard_id', 'dashboard'],
  ['dashboard_tag', 'dashboard_id', 'dashboard'],
  ['action_tag', 'action_id', 'action'],
] as const
/** Tables whose rows name the project, in an order in which the rows can be deleted. */
const OF_PROJECT = [
  'insight_view',
  'annotation',
  'activity',
  'answer',
  'client_timing',
  'client_timing_count',
  'insight',
  'dashboard',
  'action',
  'cohort_person',
  'cohort',
  'data_version',
  'dropped_event',
  'dropped_event_hour',
  'event_definition',
  'event_property',
  'property_definition',
  'identity_link',
  'invitation',
  'person_deletion',
  'person_distinct_id',
  'person',
  'project_group',
  'project_member',
  'visitor_key',
] as const

/**
 * Deletes the rows of a project in {@link OF_PARENTS} and {@link OF_PROJECT}. The row of the project stays,
 * without its name, token and settings. The indexes of its group types stay, without their names. These two
 * are needed because the event store knows how many numbers the project has handed out.
 */
export async function deleteProjectRows(
  transaction: MetadataTransaction,
  projectId: number,
  nowMs: number,
): Promise<void> {
  for (const [table, column, parent] of OF_PARENTS)
    await sql`DELETE FROM ${sql.table(table)}
WHERE ${sql.ref(column)} IN (SELECT id FROM ${sql.table(parent)} WHERE project_id = ${projectId})`.execute(
      transaction,
    )
  for (const table of OF_PROJECT)
    await sql`DELETE FROM ${sql.table(table)} WHERE project_id = ${projectId}`.execute(transaction)
  await sql`UPDATE group_type
SET group_type = 'deleted ' || group_type_index, name_singular = NULL, name_plural = NULL
WHERE project_id = ${projectId}`.execute(transaction)
  await transaction
    .updateTable('project')
    .set({
      name: 'Deleted project',
      // The token of an existing project never begins like this.
      api_token: `deleted_${randomUUID()}`,
      test_account_filters: '[]',
      path_cleaning_filters: '[]',
      settings: '{}',
      retention_months: null,
      earliest_historical_ms: null,
      deleted_at: isoInstant(nowMs),
    })
    .where('id', '=', projectId)
    .execute()
}

/**
 * Returns the number of rows that a project has in {@link OF_PARENTS} and {@link OF_PROJECT}. The row of the
 * project and the rows of its deletions do not count.
 */
export async function countProjectRows(metadata: Metadata, projectId: number): Promise<number> {
  let count = 0
  const add = async (query: ReturnType<typeof sql<{ count: number }>>) => {
    count += Number((await query.execute(metadata)).rows[0]?.count ?? 0)
  }
  for (const [table, column, parent] of OF_PARENTS)
    await add(sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}
WHERE ${sql.ref(column)} IN (SELECT id FROM ${sql.table(parent)} WHERE project_id = ${projectId})`)
  for (const table of OF_PROJECT)
    await add(
      sql<{
        count: number
      }>`SELECT count(*) AS count FROM ${sql.table(table)} WHERE project_id = ${projectId}`,
    )
  return count
}
