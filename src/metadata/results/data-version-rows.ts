import { IDS_A_STATEMENT, ROWS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'

/** The name of a kind of data in a project that has its own version, such as the events of one name. */
export type Subject = string

/**
 * Increments the versions of these subjects, all or none, and returns the new versions. They are on disk
 * when it resolves. A subject without a version is left out.
 */
export async function bumpVersions(
  metadata: Metadata,
  projectId: number,
  subjects: readonly Subject[],
): Promise<{ readonly subject: Subject; readonly version: number }[]> {
  return metadata.transaction().execute(async (transaction) => {
    const bumped: { subject: Subject; version: number }[] = []
    for (const some of chunksOf(subjects, IDS_A_STATEMENT)) {
      const rows = await transaction
        .updateTable('data_version')
        .set((e) => ({ version: e('version', '+', 1) }))
        .where('project_id', '=', projectId)
        .where('subject', 'in', [...some])
        .returning(['subject', 'version'])
        .execute()
      bumped.push(...rows.map((row) => ({ subject: row.subject, version: Number(row.version) })))
    }
    return bumped
  })
}

/** Adds the first version to the subjects that have no version. */
export async function addVersions(
  metadata: Metadata,
  projectId: number,
  subjects: readonly Subject[],
): Promise<void> {
  for (const some of chunksOf(subjects, ROWS_A_STATEMENT))
    await metadata
      .insertInto('data_version')
      .values(some.map((subject) => ({ project_id: projectId, subject, version: 1 })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
