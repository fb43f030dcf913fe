import { z } from 'zod'
import {
  type LoadedUuids,
  RECENT_ROW_BYTES,
  UNANCHORED_ROW_BYTES,
} from '#coordination/in-process/in-process-uuid-filter.ts'
import type { EventStore } from '#engine/event-store.ts'
import { bound, identifier, sql } from '#fragments/fragment.ts'

const DayRow = z.object({ utc_day: z.coerce.number(), count: z.coerce.number() })
const CountRow = z.object({ count: z.coerce.number() })

/** Reads what a filter of uuids needs from the event store at its start, for all projects. */
export const createLoadedUuids = (engine: Pick<EventStore, 'rows' | 'binary'>): LoadedUuids => ({
  async countsByDay(fromDay) {
    const query = sql`SELECT toUInt16(day) AS utc_day, count() AS count
FROM ${identifier('events')}
WHERE day >= ${firstOf(fromDay)}
GROUP BY utc_day`
    const rows = await engine.rows(query, { ...OF_ALL, name: 'ingest.recent_days' })
    return rows.map((row) => DayRow.parse(row)).map(({ utc_day, count }) => ({ day: utc_day, count }))
  },
  recent(fromDay) {
    const query = sql`SELECT project_id, day, uuid
FROM ${identifier('events')}
WHERE day >= ${firstOf(fromDay)}`
    return engine.binary(query, { ...OF_ALL, name: 'ingest.recent_uuids', rowBytes: RECENT_ROW_BYTES })
  },
  async countUnanchored() {
    const query = sql`SELECT count() AS count FROM ${identifier('unanchored_event')}`
    const [row] = await engine.rows(query, { ...OF_ALL, name: 'ingest.unanchored_count' })
    return CountRow.parse(row).count
  },
  unanchored() {
    const query = sql`SELECT project_id, uuid FROM ${identifier('unanchored_event')}`
    return engine.binary(query, { ...OF_ALL, name: 'ingest.all_unanchored', rowBytes: UNANCHORED_ROW_BYTES })
  },
})

const OF_ALL = { projectId: null, isUpkeep: true }

const DAY_MS = 86_400_000
/** Returns the day nearest to `day` that the `day` column can hold. */
const firstOf = (day: number) => bound('Date', new Date(Math.max(day, 0) * DAY_MS).toISOString().slice(0, 10))
