import type { Selectable } from 'kysely'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { toValues } from '#metadata/fields.ts'
import { COHORT_FIELDS, type Cohort } from './cohort.ts'

/** A query of the project's cohorts that are not deleted. Callers extend it. */
export const liveOf = (database: Metadata, projectId: number) =>
  database.selectFrom('cohort').where('project_id', '=', projectId).where('deleted', '=', 0)

/** Returns the project's cohorts that are not deleted, oldest first. */
export const liveCohorts = async (database: Metadata, projectId: number): Promise<Cohort[]> =>
  (await liveOf(database, projectId).selectAll().orderBy('id').execute()).map(toCohort)

export const toCohort = (row: Selectable<MetadataSchema['cohort']>): Cohort => ({
  ...toValues(COHORT_FIELDS, row),
  id: row.id,
  projectId: row.project_id,
  createdAt: row.created_at,
  createdBy: row.created_by,
  count: row.person_count === null ? null : Number(row.person_count),
  countedAt: row.counted_at,
})
