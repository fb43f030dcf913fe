import { z } from 'zod'
import { sql } from '#fragments/fragment.ts'
import type { EventStore } from './event-store.ts'

const Zones = z.array(z.object({ time_zone: z.string() }))

/** Lists the zones: {@link EventStore.timeZones}. */
export async function listTimeZones({ rows }: Pick<EventStore, 'rows'>): Promise<string[]> {
  const statement = sql`SELECT time_zone
FROM system.time_zones`
  const zones = Zones.parse(await rows(statement, { name: 'time_zones', projectId: null }))
  return zones.map(({ time_zone: name }) => name)
}
