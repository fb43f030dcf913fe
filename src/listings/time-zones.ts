import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import { sql } from '#sql/fragment.ts'

/** The time zones that the event store has data of. */
export interface TimeZones {
  /** The name of a zone as the event store spells it, found in any case; null for a zone that it has no data of. */
  find(name: string): Promise<string | null>
}

const Zones = z.array(z.object({ time_zone: z.string() }))

/**
 * The zones of the engine's own data: it reads files of the machine as well, but a data folder may move to a machine that has none.
 * The engine is asked once.
 */
export function createTimeZones({ engine }: { readonly engine: Pick<Engine, 'rows'> }): TimeZones {
  let known: ReadonlyMap<string, string> | null = null
  return {
    async find(name) {
      known ??= await loadZones(engine)
      return known.get(name.toLowerCase()) ?? null
    },
  }
}

async function loadZones(engine: Pick<Engine, 'rows'>): Promise<ReadonlyMap<string, string>> {
  const statement = sql`SELECT time_zone
FROM system.time_zones`
  const rows = Zones.parse(await engine.rows(statement, { name: 'time_zones', projectId: null }))
  return new Map(rows.map(({ time_zone: name }) => [name.toLowerCase(), name]))
}
