import type { Selectable } from 'kysely'
import type { Metadata, MetadataSchema, MetadataTransaction } from '#metadata/database/schema.ts'
import { forgetEventParts } from '#metadata/installation/installation-store.ts'
import { isoInstant } from '#shared/clock.ts'
import type { EventDeletion, NewEventDeletion } from './event-deletion.ts'
import { countProjectRows, deleteProjectRows } from './project-rows.ts'
import { clearDefinitions, clearResultsAndSamples, countTraces, type Traces } from './traces.ts'

export interface EventDeletionStore {
  /**
   * Records a deletion, which must be carried out from now on. If a project is deleted, its rows in the
   * metadata are deleted at once.
   */
  begin(deletion: NewEventDeletion): Promise<EventDeletion>
  /** Returns the deletions that are not finished, as after a crash, oldest first. */
  pending(): Promise<EventDeletion[]>
  /** Notes how many events a deletion found, unless the number is known already. */
  noteCount(id: number, events: number): Promise<void>
  finish(id: number, nowMs: number): Promise<void>
  /** Returns the deletions of a project, newest first. */
  ofProject(projectId: number): Promise<EventDeletion[]>
  find(projectId: number, id: number): Promise<EventDeletion | null>
  /**
   * Deletes the cached results and samples of the project, and the definitions of events whose names are not
   * in `stored`. If the deletion is of the whole project, deletes all its rows once more, because rows may
   * have been added since the deletion began.
   */
  clearTraces(deletion: EventDeletion, stored: ReadonlySet<string>, nowMs: number): Promise<void>
  /** Deletes the cached results of a project and empties its samples. */
  clearResultsAndSamples(projectId: number): Promise<void>
  countTraces(projectId: number, beforeMs: number, stored: ReadonlySet<string>): Promise<Traces>
  /** Returns the number of rows that the metadata still has of a deleted project. */
  countProjectRows(projectId: number): Promise<number>
  /** Returns the projects that keep their events for a number of months only. */
  retentions(): Promise<{ readonly projectId: number; readonly months: number }[]>
  retentionOf(projectId: number): Promise<number | null>
  setRetention(projectId: number, months: number | null): Promise<void>
}

export function createEventDeletionStore(metadata: Metadata): EventDeletionStore {
  const select = () => metadata.selectFrom('event_deletion').selectAll()
  return {
    begin: (deletion) => metadata.transaction().execute((transaction) => begin(transaction, deletion)),
    async pending() {
      const rows = await select().where('finished_at', 'is', null).orderBy('id').execute()
      return rows.map(toDeletion)
    },
    async noteCount(id, events) {
      await metadata
        .updateTable('event_deletion')
        .set({ deleted_events: events })
        .where('id', '=', id)
        .where('deleted_events', 'is', null)
        .execute()
    },
    async finish(id, nowMs) {
      await metadata
        .updateTable('event_deletion')
        .set({ finished_at: isoInstant(nowMs) })
        .where('id', '=', id)
        .execute()
    },
    async ofProject(projectId) {
      const rows = await select().where('project_id', '=', projectId).orderBy('id', 'desc').execute()
      return rows.map(toDeletion)
    },
    async find(projectId, id) {
      const row = await select().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toDeletion(row)
    },
    async clearTraces({ projectId, kind }, stored, nowMs) {
      if (kind === 'project')
        await metadata
          .transaction()
          .execute((transaction) => deleteProjectRows(transaction, projectId, nowMs))
      else {
        await clearResultsAndSamples(metadata, projectId)
        await clearDefinitions(metadata, projectId, stored)
      }
    },
    clearResultsAndSamples: (projectId) => clearResultsAndSamples(metadata, projectId),
    countTraces: (projectId, beforeMs, stored) => countTraces(metadata, projectId, beforeMs, stored),
    countProjectRows: (projectId) => countProjectRows(metadata, projectId),
    ...retentionOver(metadata),
  }
}

const retentionOver = (
  metadata: Metadata,
): Pick<EventDeletionStore, 'retentions' | 'retentionOf' | 'setRetention'> => ({
  async retentions() {
    const rows = await metadata
      .selectFrom('project')
      .select(['id', 'retention_months'])
      .where('retention_months', 'is not', null)
      .execute()
    return rows.map((row) => ({ projectId: row.id, months: Number(row.retention_months) }))
  },
  async retentionOf(projectId) {
    const row = await metadata
      .selectFrom('project')
      .select('retention_months')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
    return row.retention_months
  },
  async setRetention(projectId, months) {
    await metadata
      .updateTable('project')
      .set({ retention_months: months })
      .where('id', '=', projectId)
      .execute()
  },
})

async function begin(transaction: MetadataTransaction, deletion: NewEventDeletion): Promise<EventDeletion> {
  const row = await transaction
    .insertInto('event_deletion')
    .values({
      project_id: deletion.projectId,
      kind: deletion.kind,
      event: deletion.event,
      from_ms: deletion.fromMs,
      before_ms: deletion.beforeMs,
      cutoff_ms: deletion.cutoffMs,
      created_at: isoInstant(deletion.cutoffMs),
      deleted_events: null,
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await forgetEventParts(transaction)
  if (deletion.kind === 'project') await deleteProjectRows(transaction, deletion.projectId, deletion.cutoffMs)
  return toDeletion(row)
}

const numberOrNull = (value: number | null) => (value === null ? null : Number(value))

const toDeletion = (row: Selectable<MetadataSchema['event_deletion']>): EventDeletion => ({
  id: row.id,
  projectId: row.project_id,
  kind: row.kind,
  event: row.event,
  fromMs: numberOrNull(row.from_ms),
  beforeMs: numberOrNull(row.before_ms),
  cutoffMs: Number(row.cutoff_ms),
  createdAt: row.created_at,
  deletedEvents: numberOrNull(row.deleted_events),
  finishedAt: row.finished_at,
})
