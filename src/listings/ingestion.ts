import { z } from 'zod'
import type { Asker, EventStore } from '#engine/event-store.ts'
import { bound, sql } from '#fragments/fragment.ts'
import { parseStoredJson } from '#shared/json-text.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'

/** A stored event with the time of its arrival. */
export interface ArrivedEvent {
  readonly uuid: string
  readonly event: string
  readonly distinctId: string
  readonly timestampMs: number
  readonly insertedMs: number
  /**
   * The properties as they were sent, with the marks of `parseExactJson`. Null if the text of the
   * properties is longer than 64 KiB.
   */
  readonly properties: unknown
}

const HourRow = z.object({ hour: z.coerce.number().int(), count: z.coerce.number().int() })
const HOUR_MS = 3_600_000

/**
 * Returns how many stored events of a project arrived in each hour, by the start of the hour in epoch ms.
 * If an hour has no events, it is missing. Like {@link lastArrived}, this reads the time of arrival of
 * every event of the project.
 */
export async function arrivedByHour(
  engine: EventStore,
  projectId: number,
  fromMs: number,
  asker: Asker,
): Promise<ReadonlyMap<number, number>> {
  const arrivedLater = sql`inserted_at >= fromUnixTimestamp64Milli(${bound('Int64', fromMs)})`
  const query = sql`SELECT
  intDiv(toUnixTimestamp64Milli(inserted_at), ${bound('Int64', HOUR_MS)}) AS hour,
  count() AS count
${eventsOf(projectId, STORABLE, [arrivedLater])}
GROUP BY hour`
  const rows = await engine.rows(query, { name: 'ingestion.hours', projectId, ...asker })
  return new Map(
    z
      .array(HourRow)
      .parse(rows)
      .map(({ hour, count }) => [hour * HOUR_MS, count]),
  )
}

/**
 * Length of the longest properties that are returned, in characters. A hundred events of the largest size
 * would be 100 MB.
 */
const SHOWN_CHARACTERS = 65_536

const Row = z.object({
  uuid: z.string(),
  event: z.string(),
  distinct_id: z.string(),
  timestamp_ms: z.coerce.number().int(),
  inserted_ms: z.coerce.number().int(),
  properties: z.string(),
})

/**
 * Returns the events that arrived last in a project, the newest arrival first. The statement reads the time
 * of arrival of every event of the project, and the other columns only of the events that arrived last. This
 * took 17 ms for a million events. A shorter range of event times would not help, because events are not
 * sorted by arrival.
 */
export async function lastArrived(
  engine: EventStore,
  projectId: number,
  limit: number,
  asker: Asker,
): Promise<readonly ArrivedEvent[]> {
  const query = sql`SELECT
  toString(uuid) AS uuid,
  event,
  distinct_id,
  toUnixTimestamp64Milli(ts) AS timestamp_ms,
  toUnixTimestamp64Milli(inserted_at) AS inserted_ms,
  if(length(properties_raw) <= ${bound('Int64', SHOWN_CHARACTERS)}, properties_raw, 'null') AS properties
${eventsOf(projectId, STORABLE, [])}
ORDER BY inserted_at DESC, ts DESC, uuid
LIMIT ${bound('Int64', limit)}`
  const rows = await engine.rows(query, { name: 'ingestion.last_arrived', projectId, ...asker })
  return z
    .array(Row)
    .parse(rows)
    .map((row) => ({
      uuid: row.uuid,
      event: row.event,
      distinctId: row.distinct_id,
      timestampMs: row.timestamp_ms,
      insertedMs: row.inserted_ms,
      properties: parseStoredJson(row.properties),
    }))
}
