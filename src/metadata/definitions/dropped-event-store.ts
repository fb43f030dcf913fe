import type { Metadata } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'
import { createUnsureCounts } from './unsure-counts.ts'

export interface DroppedEvents {
  readonly reason: string
  readonly count: number
  /** The beginning of the last dropped event, as JSON text. */
  readonly sample: string
}

export interface DropReport extends DroppedEvents {
  readonly lastSeenAt: string
}

/** Number of times that an issue occurred in one hour. */
export interface HourOfIssue {
  readonly reason: string
  readonly startMs: number
  readonly count: number
}

/** The dropped events of one project. */
export interface ProjectDrops {
  readonly projectId: number
  readonly dropped: readonly DroppedEvents[]
}

export interface DroppedEventStore {
  /** Adds dropped events to the counts of their project. */
  add(projectId: number, dropped: readonly DroppedEvents[], nowMs: number): Promise<void>
  /**
   * Adds dropped events to the counts of their projects. If it rejects, the counts wait for the next call,
   * because no request will send these events again.
   */
  count(drops: readonly ProjectDrops[], nowMs: number): Promise<void>
  /** Writes the waiting counts. */
  writeCounts(): Promise<void>
  /** Returns the counts by reason, with the time of the last event that was dropped for the reason. */
  reportOf(projectId: number): Promise<ReadonlyMap<string, DropReport>>
  /**
   * Returns the counts of the hours that begin at `fromMs` or later. Counts that are older than a week are
   * deleted when the next issue of the project is counted.
   */
  hoursOf(projectId: number, fromMs: number): Promise<readonly HourOfIssue[]>
}

const HOUR_MS = 3_600_000
const KEPT_HOURS = 7 * 24

interface Waiting extends DroppedEvents {
  readonly projectId: number
  readonly lastSeenMs: number
}

export function createDroppedEventStore(metadata: Metadata): DroppedEventStore {
  // One entry for each project and reason.
  let waiting = new Map<string, Waiting>()
  const wait = (drops: Iterable<Waiting>) => {
    for (const drop of drops) {
      const key = `${drop.projectId} ${drop.reason}`
      const other = waiting.get(key)
      const newest = other !== undefined && other.lastSeenMs > drop.lastSeenMs ? other : drop
      waiting.set(key, { ...newest, count: drop.count + (other?.count ?? 0) })
    }
  }
  const unsure = createUnsureCounts<readonly Waiting[]>()
  async function writeWaiting(): Promise<void> {
    const taken = waiting
    waiting = new Map()
    try {
      await metadata.transaction().execute(async (transaction) => {
        for (const { projectId, lastSeenMs, ...drop } of taken.values())
          await addTo(transaction, projectId, [drop], lastSeenMs)
      })
    } catch (error) {
      if (unsure.keep([...taken.values()], error)) throw error
      const later = waiting
      waiting = taken
      wait(later.values())
      throw error
    }
  }
  async function writeCounts(): Promise<void> {
    for (const lost of await unsure.takeLost()) wait(lost)
    if (waiting.size > 0) await writeWaiting()
  }
  return {
    add: (projectId, dropped, nowMs) => addTo(metadata, projectId, dropped, nowMs),
    async count(drops, nowMs) {
      for (const { projectId, dropped } of drops)
        wait(dropped.map((drop) => ({ ...drop, projectId, lastSeenMs: nowMs })))
      await writeCounts()
    },
    writeCounts,
    async reportOf(projectId) {
      const rows = await metadata
        .selectFrom('dropped_event')
        .select(['reason', 'count', 'sample', 'last_seen_at as lastSeenAt'])
        .where('project_id', '=', projectId)
        .execute()
      return new Map(rows.map((row) => [row.reason, { ...row, count: Number(row.count) }]))
    },
    async hoursOf(projectId, fromMs) {
      const rows = await metadata
        .selectFrom('dropped_event_hour')
        .select(['hour', 'reason', 'count'])
        .where('project_id', '=', projectId)
        .where('hour', '>=', Math.ceil(fromMs / HOUR_MS))
        .execute()
      return rows.map(({ hour, reason, count }) => ({
        reason,
        startMs: hour * HOUR_MS,
        count: Number(count),
      }))
    },
  }
}

async function addTo(
  database: Metadata,
  projectId: number,
  dropped: readonly DroppedEvents[],
  nowMs: number,
): Promise<void> {
  if (dropped.length === 0) return
  const last_seen_at = isoInstant(nowMs)
  await database
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
  await addToHour(database, projectId, dropped, Math.floor(nowMs / HOUR_MS))
}

async function addToHour(
  database: Metadata,
  project_id: number,
  dropped: readonly DroppedEvents[],
  hour: number,
): Promise<void> {
  await database
    .insertInto('dropped_event_hour')
    .values(dropped.map(({ reason, count }) => ({ project_id, hour, reason, count })))
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'hour', 'reason']).doUpdateSet((e) => ({
        count: e('dropped_event_hour.count', '+', e.ref('excluded.count')),
      })),
    )
    .execute()
  // At most 168 rows for each reason stay, so no duty has to delete rows of this table.
  await database
    .deleteFrom('dropped_event_hour')
    .where('project_id', '=', project_id)
    .where('hour', '<=', hour - KEPT_HOURS)
    .execute()
}
