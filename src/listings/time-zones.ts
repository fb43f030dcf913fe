import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import { sql } from '#fragments/fragment.ts'

/** The time zones for which the event store has data. */
export interface TimeZones {
  /**
   * Returns the name of a zone as the event store spells it; null for a zone for which it has no data. The
   * case of `name` is ignored.
   */
  find(name: string): Promise<string | null>
}

const Zones = z.array(z.object({ time_zone: z.string() }))

/**
 * Finds zones in the engine's own data only. The engine also reads files of the machine, but a data folder
 * may move to a machine without such files. The engine is asked only once.
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
