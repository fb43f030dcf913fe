import type { Metadata } from '#metadata/database/schema.ts'
import { toValues } from '#metadata/fields.ts'
import { ACTION_FIELDS, type DefinedAction } from './action.ts'

/** A query of the project's actions that are not deleted. Callers extend it. */
export const liveOf = (database: Metadata, projectId: number) =>
  database.selectFrom('action').where('project_id', '=', projectId).where('deleted', '=', 0)

/** Returns the definitions of the project's actions that are not deleted, oldest first. */
export async function liveActions(database: Metadata, projectId: number): Promise<DefinedAction[]> {
  const rows = await liveOf(database, projectId).selectAll().orderBy('id').execute()
  return rows.map((row) => ({ ...toValues(ACTION_FIELDS, row), id: row.id }))
}
