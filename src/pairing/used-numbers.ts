import { z } from 'zod'
import type { EventStore } from '#engine/event-store.ts'
import { identifier, sql } from '#fragments/fragment.ts'
import type { HandedOut } from '#metadata/installation/metadata-state.ts'

const Row = z.object({ project_id: z.number(), next_person: z.coerce.number(), group_types: z.number() })

/** Returns the numbers that stored events have, by project. It reads a few columns of all events. */
export async function findUsedNumbers(engine: EventStore): Promise<HandedOut[]> {
  const query = sql`SELECT
  project_id,
  max(person) + 1 AS next_person,
  max(multiIf(group_4 != '', 5, group_3 != '', 4, group_2 != '', 3, group_1 != '', 2, group_0 != '', 1, 0)) AS group_types
FROM ${identifier('events')}
GROUP BY project_id`
  const rows = await engine.rows(query, { name: 'pairing.used_numbers', projectId: null, isUpkeep: true })
  return rows.map((row) => {
    const { project_id: projectId, next_person: nextPerson, group_types: groupTypes } = Row.parse(row)
    return { projectId, nextPerson, groupTypes }
  })
}
