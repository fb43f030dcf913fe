import type { IdentityStore } from './identity-store.ts'
import { nextMirrorVersion } from './mirror-version.ts'
import type { Metadata } from './open-metadata.ts'

/** A deletion whose part in the event store is still to be done. */
export interface PendingDeletion {
  readonly projectId: number
  /** The number of the person's root. */
  readonly person: number
  /** The numbers of all distinct ids that the person had. */
  readonly numbers: readonly number[]
  readonly withEvents: boolean
  /** Newer than anything the mirror has of the person. */
  readonly version: number
}

export interface PersonDeletionStore {
  /**
   * Deletes a person with all distinct ids, properties and links, and notes what the event store has to do; null for an
   * unknown one.
   */
  begin(projectId: number, uuid: string, withEvents: boolean): Promise<PendingDeletion | null>
  /** Begun and not finished, as after a crash. */
  pending(): Promise<PendingDeletion[]>
  finish(deletion: PendingDeletion): Promise<void>
  /** How many distinct ids and persons of a deletion are still there: 0 once it has begun. */
  left(deletion: PendingDeletion): Promise<number>
}

export function createPersonDeletionStore(
  metadata: Metadata,
  identity: Pick<IdentityStore, 'forget'>,
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
        if (person === undefined) return null
        const ids = await transaction
          .deleteFrom('person_distinct_id')
          .where('project_id', '=', projectId)
          .where('person', '=', person.number)
          .returning(['number', 'distinct_id'])
          .execute()
        await transaction
          .deleteFrom('person')
          .where('project_id', '=', projectId)
          .where('number', '=', person.number)
          .execute()
        const numbers = ids.map((id) => Number(id.number))
        for (const number of numbers)
          await transaction
            .deleteFrom('identity_link')
            .where('project_id', '=', projectId)
            .where((e) => e.or([e('target', '=', number), e('other', '=', number)]))
            .execute()
        const version = await nextMirrorVersion(transaction)
        await transaction
          .insertInto('person_deletion')
          .values({
            project_id: projectId,
            person: person.number,
            numbers: JSON.stringify(numbers),
            with_events: Number(withEvents),
            version,
          })
          .execute()
        // Before the transaction ends: an event that comes next must not find the old number.
        identity.forget(
          projectId,
          ids.map((id) => id.distinct_id),
        )
        return { projectId, person: Number(person.number), numbers, withEvents, version }
      }),
    async pending() {
      const rows = await metadata.selectFrom('person_deletion').selectAll().execute()
      return rows.map((row) => ({
        projectId: row.project_id,
        person: Number(row.person),
        numbers: JSON.parse(row.numbers),
        withEvents: row.with_events === 1,
        version: Number(row.version),
      }))
    },
    async finish({ projectId, person }) {
      await metadata
        .deleteFrom('person_deletion')
        .where('project_id', '=', projectId)
        .where('person', '=', person)
        .execute()
    },
    async left({ projectId, person }) {
      const { count } = await metadata
        .selectFrom('person_distinct_id')
        .select((e) => e.fn.countAll().as('count'))
        .where('project_id', '=', projectId)
        .where('person', '=', person)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}
