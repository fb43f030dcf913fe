import { dialectOf, ROWS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataTransaction } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'

export interface Installation {
  readonly uuid: string
  /** Whether the event store has the uuid. */
  readonly isPaired: boolean
  readonly epoch: number
  /** See {@link InstallationStore.noteCompared}; null before the first time. */
  readonly eventsComparedS: number | null
  /** Where the events are that belong to this metadata; null if it was never noted. */
  readonly eventsIn: EventsIn | null
}
/** A data folder has its events in it. Servers are one ClickHouse server or a cluster. */
export type EventsIn = 'folder' | 'servers'
/** A part of the event store, under the name that the engine gave it. */
export interface PartRecord {
  readonly table: string
  readonly name: string
  readonly rows: number
}
/** Returns the parts that replace the recorded ones. */
export type NextParts = (recorded: readonly PartRecord[], isSettled: boolean) => readonly PartRecord[]

/** The state after {@link InstallationStore.advance}. */
export interface Advance {
  readonly epoch: number
  readonly version: string
  /**
   * Whether no deletion of events was under way and none began meanwhile. Otherwise no parts are recorded.
   */
  readonly isSettled: boolean
}

export interface InstallationStore {
  find(): Promise<Installation>
  /** Notes that the event store has the uuid of this installation. Call it when the uuid is on disk there. */
  pair(): Promise<void>
  /**
   * Notes that the metadata has handed out all numbers of the events that were stored until an instant, in
   * epoch seconds by the servers of the events. Older metadata has an earlier instant.
   */
  noteCompared(eventsComparedS: number): Promise<void>
  /** Notes where the events are. From then on, a start with events in the other place is refused. */
  noteEventsIn(eventsIn: EventsIn): Promise<void>
  /**
   * Returns a text that differs after every change of the metadata, except changes by
   * {@link InstallationStore.advance}.
   */
  version(): Promise<string>
  /** Returns the number of deletions of events so far; null while one is under way. */
  settledDeletions(): Promise<number | null>
  /**
   * Increases the epoch, and records parts if `next` is given, in one transaction. `isSettled` is false if
   * a deletion of events has begun since `settledDeletions` was read.
   */
  advance(next: NextParts | null, settledDeletions: number | null): Promise<Advance>
}

export const createInstallationStore = (metadata: Metadata): InstallationStore => ({
  async find() {
    const row = await metadata.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
    return {
      uuid: row.uuid,
      isPaired: row.is_paired === 1,
      epoch: Number(row.epoch),
      eventsComparedS: row.events_compared_s,
      eventsIn: row.events_in,
    }
  },
  async pair() {
    await metadata.updateTable('installation').set({ is_paired: 1 }).execute()
  },
  async noteCompared(eventsComparedS) {
    await metadata.updateTable('installation').set({ events_compared_s: eventsComparedS }).execute()
  },
  async noteEventsIn(eventsIn) {
    await metadata.updateTable('installation').set({ events_in: eventsIn }).execute()
  },
  version: () => dialectOf(metadata).storeVersion(metadata),
  settledDeletions: () => settledDeletions(metadata),
  advance: (next, deletions) =>
    metadata.transaction().execute(async (transaction) => {
      const isSettled = deletions !== null && deletions === (await settledDeletions(transaction))
      if (next !== null) {
        const recorded = await listParts(transaction)
        await replaceParts(transaction, recorded, next(recorded, isSettled))
      }
      const { epoch } = await transaction
        .updateTable('installation')
        .set((e) => ({ epoch: e('epoch', '+', 1) }))
        .returning('epoch')
        .executeTakeFirstOrThrow()
      // The version is read within the transaction, so that a change of another request is not mistaken for
      // this one.
      const version = await dialectOf(transaction).storeVersion(transaction)
      return { epoch: Number(epoch), version, isSettled }
    }),
})

async function settledDeletions(database: Metadata): Promise<number | null> {
  const pending = await database
    .selectFrom('person_deletion')
    .select('person')
    .where('with_events', '=', 1)
    .limit(1)
    .executeTakeFirst()
  const begun = await database
    .selectFrom('event_deletion')
    .select('id')
    .where('finished_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (pending !== undefined || begun !== undefined) return null
  const row = await database.selectFrom('installation').select('deletions').executeTakeFirstOrThrow()
  return Number(row.deletions)
}

/** Returns the recorded parts. */
export async function listParts(database: Metadata): Promise<PartRecord[]> {
  const rows = await database.selectFrom('stored_part').selectAll().execute()
  return rows.map((row) => ({ table: row.table_name, name: row.name, rows: Number(row.rows) }))
}

const keyOf = ({ table, name }: PartRecord) => `${table}/${name}`

async function replaceParts(
  transaction: MetadataTransaction,
  recorded: readonly PartRecord[],
  parts: readonly PartRecord[],
): Promise<void> {
  const before = new Set(recorded.map(keyOf))
  const after = new Set(parts.map(keyOf))
  for (const { table, name } of recorded.filter((part) => !after.has(keyOf(part))))
    await transaction
      .deleteFrom('stored_part')
      .where('table_name', '=', table)
      .where('name', '=', name)
      .execute()
  const added = parts.filter((part) => !before.has(keyOf(part)))
  for (const some of chunksOf(added, ROWS_A_STATEMENT))
    await transaction
      .insertInto('stored_part')
      .values(some.map(({ table, name, rows }) => ({ table_name: table, name, rows })))
      .execute()
}

/**
 * Must be called in the transaction of a deletion of events. A part may then become empty and vanish. Until
 * the deletion is finished, no part counts as missing. The parts of other tables are forgotten as well,
 * because the deletion of a project deletes their rows.
 */
export async function forgetEventParts(transaction: MetadataTransaction): Promise<void> {
  await transaction
    .updateTable('installation')
    .set((e) => ({ deletions: e('deletions', '+', 1) }))
    .execute()
  await transaction.deleteFrom('stored_part').execute()
}

/**
 * Notes where the events are after a move. Forgets the parts of the former folder, and the instant of the
 * former servers. The next start on servers compares all events.
 */
export async function noteMovedEvents(metadata: Metadata, eventsIn: EventsIn): Promise<void> {
  await metadata.deleteFrom('stored_part').execute()
  const moved = { events_compared_s: null, events_in: eventsIn }
  await metadata.updateTable('installation').set(moved).execute()
}
