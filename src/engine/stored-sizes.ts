import { z } from 'zod'
import { sql } from '#fragments/fragment.ts'
import type { EventStore } from './event-store.ts'

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
export async function partsByMonth({ rows }: Pick<EventStore, 'rows'>): Promise<MonthFiles[]> {
  const query = sql`SELECT
  toUInt32(partition) AS month,
  sum(rows) AS events,
  sum(bytes_on_disk) AS bytes
FROM system.parts
WHERE database = currentDatabase() AND table = 'events' AND active
GROUP BY month`
  const found = await rows(query, { name: 'storage.parts', projectId: null, isUpkeep: true })
  return found.map((row) => Month.parse(row))
}

/** Sums up the bytes of the parts that queries no longer read. */
export async function replacedBytes({ rows }: Pick<EventStore, 'rows'>): Promise<number> {
  const query = sql`SELECT sum(bytes_on_disk) AS bytes
FROM system.parts
WHERE database = currentDatabase() AND NOT active`
  const [row] = await rows(query, { name: 'storage.replaced', projectId: null, isUpkeep: true })
  return Replaced.parse(row).bytes
}
