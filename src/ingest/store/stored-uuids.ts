import { z } from 'zod'
import type { EventStore } from '#engine/event-store.ts'
import { bound, type Fragment, identifier, sql } from '#fragments/fragment.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'

/** A uuid with the UTC days, counted from 1970, on which it may be stored. */
export interface UuidOnDays {
  readonly uuid: string
  readonly days: readonly number[]
}

/** The name and distinct id of each stored event by its uuid. */
export type StoredByUuid = ReadonlyMap<string, { readonly name: string; readonly distinctId: string }>

export interface StoredUuids {
  /** Returns the stored events that have one of these uuids on any of the days asked for. */
  onDays(projectId: number, sought: readonly UuidOnDays[]): Promise<StoredByUuid>
  /** Returns the stored events that have one of these uuids on `fromDay` or later. */
  since(projectId: number, fromDay: number, uuids: readonly string[]): Promise<StoredByUuid>
  /**
   * Returns the days of events that were stored without an anchor. The events may have been deleted since.
   */
  unanchoredDays(projectId: number, uuids: readonly string[]): Promise<readonly UuidOnDays[]>
}

const DAY_MS = 86_400_000
/** Largest list of uuids in one query. A uuid takes 40 bytes of the query's text. */
const MAX_UUIDS = 20_000

export function createStoredUuids(engine: Pick<EventStore, 'rows'>): StoredUuids {
  return {
    onDays: (projectId, sought) => onDays(engine, projectId, sought),
    async since(projectId, fromDay, uuids) {
      const range = { fromMs: fromDay * DAY_MS, toMs: STORABLE.toMs }
      const stored: WritableByUuid = new Map()
      for (const some of chunksOf(uuids, MAX_UUIDS))
        await addStored(engine, projectId, eventsOf(projectId, range, [isOneOf(some)]), stored)
      return stored
    },
    async unanchoredDays(projectId, uuids) {
      const found: UuidOnDays[] = []
      for (const some of chunksOf(uuids, MAX_UUIDS))
        found.push(...(await unanchored(engine, projectId, some)))
      return found
    },
  }
}

// The sort key begins with project, event and day, so the engine reads the granules of these days for each
// event name. The uuids are asked for in the order of their days, because neighbouring days share granules.
async function onDays(
  engine: Pick<EventStore, 'rows'>,
  projectId: number,
  sought: readonly UuidOnDays[],
): Promise<StoredByUuid> {
  const stored: WritableByUuid = new Map()
  const inOrder = [...sought].sort((a, b) => (a.days[0] ?? 0) - (b.days[0] ?? 0))
  for (const some of chunksOf(inOrder, MAX_UUIDS)) {
    const days = [...new Set(some.flatMap((one) => one.days))].sort((a, b) => a - b)
    const range = { fromMs: (days[0] ?? 0) * DAY_MS, toMs: ((days.at(-1) ?? 0) + 1) * DAY_MS }
    const isOnOne = sql`day IN ${bound('Array(String)', days.map(textOfDay))}`
    const events = eventsOf(projectId, range, [isOnOne, isOneOf(some.map(({ uuid }) => uuid))])
    await addStored(engine, projectId, events, stored)
  }
  return stored
}

const textOfDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
const isOneOf = (uuids: readonly string[]): Fragment => sql`uuid IN ${bound('Array(String)', uuids)}`

type WritableByUuid = Map<string, { name: string; distinctId: string }>
const StoredRow = z.object({ uuid: z.string(), event: z.string(), distinct_id: z.string() })

async function addStored(
  engine: Pick<EventStore, 'rows'>,
  projectId: number,
  events: Fragment,
  stored: WritableByUuid,
): Promise<void> {
  const query = sql`SELECT toString(uuid) AS uuid, event, distinct_id
${events}`
  const rows = await engine.rows(query, { name: 'ingest.stored_uuids', projectId, isUpkeep: true })
  for (const row of rows) {
    const { uuid, event: name, distinct_id: distinctId } = StoredRow.parse(row)
    stored.set(uuid, { name, distinctId })
  }
}

const UnanchoredRow = z.object({ uuid: z.string(), utc_day: z.coerce.number() })

async function unanchored(
  engine: Pick<EventStore, 'rows'>,
  projectId: number,
  uuids: readonly string[],
): Promise<UuidOnDays[]> {
  const query = sql`SELECT toString(uuid) AS uuid, toUInt16(day) AS utc_day
FROM ${identifier('unanchored_event')}
WHERE project_id = ${bound('UInt32', projectId)} AND ${isOneOf(uuids)}`
  const rows = await engine.rows(query, { name: 'ingest.unanchored_uuids', projectId, isUpkeep: true })
  return rows.map((row) => UnanchoredRow.parse(row)).map(({ uuid, utc_day }) => ({ uuid, days: [utc_day] }))
}
