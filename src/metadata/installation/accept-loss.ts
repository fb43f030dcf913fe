import { type Expression, sql } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataTransaction } from '#metadata/database/schema.ts'
import type { HandedOut } from './metadata-state.ts'

/**
 * The numbers that the event store knows, so they were handed out: by this metadata, or by metadata that is
 * lost.
 */
export interface GivenNumbers {
  readonly epoch: number
  readonly mirrorVersion: number
  readonly projects: readonly HandedOut[]
}

/**
 * Makes metadata that has lost changes safe to continue with, in one transaction. No number that the event
 * store knows is handed out again. All cached results and all records of parts are deleted. The next start
 * pairs the metadata with the event store.
 *
 * `installation` is the id of the lost metadata, which this metadata takes over. Null keeps the present id.
 */
export const acceptLoss = (
  metadata: Metadata,
  { epoch, mirrorVersion, projects }: GivenNumbers,
  installation: string | null,
): Promise<void> =>
  metadata.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('installation')
      .set((e) => ({
        ...(installation !== null && { uuid: installation }),
        is_paired: 0,
        events_in: null,
        epoch: e(higher(e.ref('epoch'), epoch), '+', 1),
      }))
      .execute()
    await transaction
      .updateTable('mirror_version')
      .set({ value: mirrorVersion })
      .where('value', '<', mirrorVersion)
      .execute()
    const lastProject = Math.max(0, ...projects.map(({ projectId }) => projectId))
    await dialectOf(transaction).skipIds(transaction, 'project', lastProject)
    for (const project of projects) await skipNumbers(transaction, project)
    // The versions that cached results have may be assigned a second time, to other data. A cached result
    // could then count as fresh although it is not.
    await transaction.deleteFrom('answer').execute()
    await transaction.deleteFrom('stored_part').execute()
  })

const higher = (column: Expression<number>, value: number) =>
  sql<number>`CASE WHEN ${column} < ${value} THEN ${value} ELSE ${column} END`

async function skipNumbers(
  transaction: MetadataTransaction,
  { projectId, nextPerson, groupTypes }: HandedOut,
): Promise<void> {
  const skipped = await transaction
    .updateTable('project')
    .set((e) => ({ next_person: higher(e.ref('next_person'), nextPerson) }))
    .where('id', '=', projectId)
    .returning('id')
    .execute()
  if (skipped.length === 0) return
  const known = await transaction
    .selectFrom('group_type')
    .select('group_type_index')
    .where('project_id', '=', projectId)
    .execute()
  const indexes = new Set(known.map((row) => row.group_type_index))
  for (let index = 0; index < groupTypes; index++)
    if (!indexes.has(index))
      await transaction
        .insertInto('group_type')
        .values({ project_id: projectId, group_type: `lost_group_type_${index}`, group_type_index: index })
        .execute()
}
