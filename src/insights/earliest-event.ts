import { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import { eventsOf, STORABLE } from '../sql/events.ts'
import { sql } from '../sql/fragment.ts'
import { Integer } from './row-values.ts'

const Row = z.object({ count: Integer, earliest: Integer })

/** When the project's first event happened in epoch ms, or null while it has none. What a range of `all` begins at. */
export async function earliestEventMs(engine: Engine, projectId: number): Promise<number | null> {
  const query = sql`SELECT
  count() AS count,
  toUnixTimestamp64Milli(min(ts)) AS earliest
${eventsOf(projectId, STORABLE, [])}`
  const rows = await engine.rows(query, { name: 'insights.earliest_event' })
  const row = Row.parse(rows[0])
  return row.count === 0 ? null : row.earliest
}
