import type { IdentityCache } from '#coordination/identity-cache.ts'
import { ROWS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataTransaction } from '#metadata/database/schema.ts'
import { forgetEventParts } from '#metadata/installation/installation-store.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { nextMirrorVersion } from './mirror-version.ts'

/** A deletion that the event store has not finished. */
export interface PendingDeletion {
  readonly projectId: number
  /** The number of the person's root. */
  readonly person: number
  readonly uuid: string
  /** All distinct ids of the person, and their numbers. */
  readonly distinctIds: readonly string[]
  readonly numbers: readonly number[]
  readonly withEvents: boolean
  /** A version that is higher than any version of the person in the mirror. */
  readonly version: number
}

export interface PersonDeletionStore {
  /**
   * Deletes a person with all distinct ids, properties and links, and records the deletion for the event
   * store. If the deletion of the person has begun already, returns the recorded deletion. Null for an
   * unknown person.
   */
  begin(projectId: number, uuid: string, withEvents: boolean): Promise<PendingDeletion | null>
  /** Returns the deletions that have begun and not finished, as after a crash. */
  pending(): Promise<PendingDeletion[]>
  finish(deletion: PendingDeletion): Promise<void>
  /** Returns the number of stored distinct ids that have one of the deleted names or numbers. */
  left(deletion: PendingDeletion): Promise<number>
}

export function createPersonDeletionStore(
  metadata: Metadata,
  identityCache: Pick<IdentityCache, 'forget'>,
): PersonDeletionStore {
  return {
    begin: (projectId, uuid, withEvents) =>
      metadata.transaction().execute(async (transaction) => {
        const person = await transaction
          .selectFrom('person')
          .select('number')
          .where('project_id', '=', projectId)
          .where('uuid', '=', uuid)
          .executeTakeFirst()
        if (person === undefined) return findBegun(transaction, projectId, uuid, withEvents)
        const ids = await deletePerson(transaction, projectId, Number(person.number))
        const deletion: PendingDeletion = {
          projectId,
          person: Number(person.number),
          uuid,
          distinctIds: ids.map((id) => id.name),
          numbers: ids.map((id) => id.number),
          withEvents,
          version: await nextMirrorVersion(transaction),
        }
        await record(transaction, deletion)
        if (withEvents) await forgetEventParts(transaction)
        // The cache forgets the ids before the transaction ends, because the next event must not get the
        // old number.
        await identityCache.forget(projectId, deletion.distinctIds)
        return deletion
      }),
    async pending() {
      const rows = await metadata.selectFrom('person_deletion').selectAll().execute()
      return rows.map(deletionOf)
    },
    async finish({ projectId, person, withEvents }) {
      await metadata
        .deleteFrom('person_deletion')
        .where('project_id', '=', projectId)
        .where('person', '=', person)
        // A repeated request may have asked meanwhile to delete the events as well. The deletion is then not
        // finished.
        .where('with_events', '<=', Number(withEvents))
        .execute()
    },
    async left({ projectId, numbers, distinctIds }) {
      const found = new Set<string>()
      const look = async (
        column: 'number' | 'person' | 'distinct_id',
        values: readonly (number | string)[],
      ) => {
        for (const chunk of chunksOf(values, ROWS_A_STATEMENT)) {
          const rows = await metadata
            .selectFrom('person_distinct_id')
            .select('distinct_id')
            .where('project_id', '=', projectId)
            .where(column, 'in', chunk)
            .execute()
          for (const row of rows) found.add(row.distinct_id)
        }
      }
      await look('number', numbers)
      await look('person', numbers)
      await look('distinct_id', distinctIds)
      return found.size
    },
  }
}

async function deletePerson(
  transaction: MetadataTransaction,
  projectId: number,
  person: number,
): Promise<{ name: string; number: number }[]> {
  const ids = await transaction
    .deleteFrom('person_distinct_id')
    .where('project_id', '=', projectId)
    .where('person', '=', person)
    .returning(['number', 'distinct_id'])
    .execute()
  await transaction
    .deleteFrom('person')
    .where('project_id', '=', projectId)
    .where('number', '=', person)
    .execute()
  const deleted = ids.map((id) => ({ name: id.distinct_id, number: Number(id.number) }))
  const numbers = deleted.map((id) => id.number)
  // Each column has its own statement: with `or` in one statement, SQLite reads all links of the project.
  for (const chunk of chunksOf(numbers, ROWS_A_STATEMENT))
    for (const column of ['target', 'other'] as const)
      await transaction
        .deleteFrom('identity_link')
        .where('project_id', '=', projectId)
        .where(column, 'in', chunk)
        .execute()
  return deleted
}

async function record(transaction: MetadataTransaction, deletion: PendingDeletion): Promise<void> {
  await transaction
    .insertInto('person_deletion')
    .values({
      project_id: deletion.projectId,
      person: deletion.person,
      uuid: deletion.uuid,
      numbers: JSON.stringify(deletion.numbers),
      distinct_ids: JSON.stringify(deletion.distinctIds),
      with_events: Number(deletion.withEvents),
      version: deletion.version,
    })
    .execute()
}

/**
 * Returns a deletion that has begun and not finished. A repeated request continues the deletion, and may ask
 * to delete the events as well.
 */
async function findBegun(
  transaction: MetadataTransaction,
  projectId: number,
  uuid: string,
  withEvents: boolean,
): Promise<PendingDeletion | null> {
  const row = await transaction
    .selectFrom('person_deletion')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('uuid', '=', uuid)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  if (withEvents) {
    await transaction
      .updateTable('person_deletion')
      .set({ with_events: 1 })
      .where('project_id', '=', projectId)
      .where('person', '=', row.person)
      .execute()
    await forgetEventParts(transaction)
  }
  const deletion = deletionOf(row)
  return { ...deletion, withEvents: deletion.withEvents || withEvents }
}

const deletionOf = (row: {
  readonly project_id: number
  readonly person: number
  readonly uuid: string
  readonly numbers: string
  readonly distinct_ids: string
  readonly with_events: number
  readonly version: number
}): PendingDeletion => ({
  projectId: row.project_id,
  person: Number(row.person),
  uuid: row.uuid,
  distinctIds: JSON.parse(row.distinct_ids),
  numbers: JSON.parse(row.numbers),
  withEvents: row.with_events === 1,
  version: Number(row.version),
})
