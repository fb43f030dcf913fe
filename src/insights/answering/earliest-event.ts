import { z } from 'zod'
import type { DataVersions } from '#coordination/data-versions.ts'
import type { Asker, Engine } from '#engine/engine.ts'
import { Integer } from '#insights/row-values.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'
import { sql } from '#sql/fragment.ts'

export interface EarliestEvents {
  /** The time of the project's first event in epoch ms, at which a range of `all` begins; null without events. */
  of(projectId: number, asker: Partial<Asker>): Promise<number | null>
}

/** The event store is asked once for each version of the project's events. */
export function createEarliestEvents(deps: {
  readonly engine: Engine
  readonly versions: Pick<DataVersions, 'present'>
}): EarliestEvents {
  const known = new Map<number, { readonly version: string; readonly earliestMs: number | null }>()
  return {
    async of(projectId, asker) {
      const version = await deps.versions.present(projectId, { events: 'any', beside: [] })
      const last = known.get(projectId)
      if (last?.version === version) return last.earliestMs
      const earliestMs = await earliestEventMs(deps.engine, projectId, asker)
      known.set(projectId, { version, earliestMs })
      return earliestMs
    },
  }
}

const Row = z.object({ count: Integer, earliest: Integer })

async function earliestEventMs(
  engine: Engine,
  projectId: number,
  asker: Partial<Asker>,
): Promise<number | null> {
  const query = sql`SELECT
  count() AS count,
  toUnixTimestamp64Milli(min(ts)) AS earliest
${eventsOf(projectId, STORABLE, [])}`
  const rows = await engine.rows(query, { name: 'insights.earliest_event', projectId, ...asker })
  const row = Row.parse(rows[0])
  return row.count === 0 ? null : row.earliest
}
