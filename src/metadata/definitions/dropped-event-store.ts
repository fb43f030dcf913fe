import type { Metadata } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'

export interface DroppedEvents {
  readonly reason: string
  readonly count: number
  /** The beginning of the last such event, as JSON text. */
  readonly sample: string
}

export interface DropReport extends DroppedEvents {
  readonly lastSeenAt: string
}

export interface DroppedEventStore {
  /** Adds to the counts of the project. */
  add(projectId: number, dropped: readonly DroppedEvents[], nowMs: number): Promise<void>
  /** The counts by reason, with the time of the last such event. */
  reportOf(projectId: number): Promise<ReadonlyMap<string, DropReport>>
}

export function createDroppedEventStore(metadata: Metadata): DroppedEventStore {
  return {
    async add(projectId, dropped, nowMs) {
      if (dropped.length === 0) return
      const last_seen_at = isoInstant(nowMs)
      await metadata
        .insertInto('dropped_event')
        .values(dropped.map((drop) => ({ ...drop, project_id: projectId, last_seen_at })))
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'reason']).doUpdateSet((e) => ({
            count: e('dropped_event.count', '+', e.ref('excluded.count')),
            last_seen_at,
            sample: e.ref('excluded.sample'),
          })),
        )
        .execute()
    },
    async reportOf(projectId) {
      const rows = await metadata
        .selectFrom('dropped_event')
        .select(['reason', 'count', 'sample', 'last_seen_at as lastSeenAt'])
        .where('project_id', '=', projectId)
        .execute()
      return new Map(rows.map((row) => [row.reason, { ...row, count: Number(row.count) }]))
    },
  }
}
