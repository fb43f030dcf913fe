import { z } from 'zod'
import { sql, text } from '#fragments/fragment.ts'
import type { EventStore } from './event-store.ts'
import type { Places } from './places.ts'

/** The files of the events of one month, of all projects together. */
export interface MonthFiles {
  /** The month, such as 202611. */
  readonly month: number
  readonly events: number
  readonly bytes: number
}

const Month = z.object({ month: z.coerce.number(), events: z.coerce.number(), bytes: z.coerce.number() })
const Replaced = z.object({ bytes: z.coerce.number() })

/** Sums up the rows and bytes of the parts of each month. */
export async function partsByMonth(places: Places): Promise<MonthFiles[]> {
  const found = await places.askShards(
    (stored) => sql`SELECT
  toUInt32(partition) AS month,
  sum(rows) AS events,
  sum(bytes_on_disk) AS bytes
FROM system.parts
WHERE database = currentDatabase() AND table = ${text(stored('events'))} AND active
GROUP BY month`,
    { name: 'storage.parts', projectId: null, isUpkeep: true },
  )
  const months = new Map<number, MonthFiles>()
  for (const row of found) {
    const { month, events, bytes } = Month.parse(row)
    const before = months.get(month)
    months.set(month, {
      month,
      events: events + (before?.events ?? 0),
      bytes: bytes + (before?.bytes ?? 0),
    })
  }
  return [...months.values()]
}

/** Sums up the bytes of the parts that queries no longer read, because merges have replaced them. */
export async function replacedBytes({ rows }: Pick<EventStore, 'rows'>): Promise<number> {
  const query = sql`SELECT sum(bytes_on_disk) AS bytes
FROM system.parts
WHERE database = currentDatabase() AND NOT active`
  const [row] = await rows(query, { name: 'storage.replaced', projectId: null, isUpkeep: true })
  return Replaced.parse(row).bytes
}
