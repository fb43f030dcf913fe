import { z } from 'zod'
import { bound, type Fragment, identifier, sql, text } from '#fragments/fragment.ts'
import type { Places } from './places.ts'

/** The numbers that the stored events of a project have. */
export interface UsedNumbers {
  readonly projectId: number
  /** One more than the highest number of a person. */
  readonly nextPerson: number
  /** One more than the highest index of a group type; 0 without groups. */
  readonly groupTypes: number
}

const Row = z.object({ project_id: z.number(), next_person: z.coerce.number(), group_types: z.number() })

/**
 * Returns the numbers that stored events have, by project. If `sinceS` is null, it reads all events. If not,
 * it leaves out files that are known to be older than `sinceS`, in epoch seconds by the clock of their
 * server. A file that replaces others counts as new, so no later event is missed. Only a few columns are
 * read.
 */
export async function findUsedNumbers(places: Places, sinceS: number | null): Promise<UsedNumbers[]> {
  const rows = await places.askShards(
    (stored) => sql`SELECT
  project_id,
  max(person) + 1 AS next_person,
  max(multiIf(group_4 != '', 5, group_3 != '', 4, group_2 != '', 3, group_1 != '', 2, group_0 != '', 1, 0)) AS group_types
FROM ${identifier(stored('events'))}${sinceS === null ? sql`` : notInFilesBefore(stored('events'), sinceS)}
GROUP BY project_id`,
    { name: 'pairing.used_numbers', projectId: null, isUpkeep: true },
  )
  const highest = new Map<number, UsedNumbers>()
  for (const row of rows) {
    const { project_id: projectId, next_person: nextPerson, group_types: groupTypes } = Row.parse(row)
    const other = highest.get(projectId)
    highest.set(projectId, {
      projectId,
      nextPerson: Math.max(nextPerson, other?.nextPerson ?? 0),
      groupTypes: Math.max(groupTypes, other?.groupTypes ?? 0),
    })
  }
  return [...highest.values()]
}

// A file that `system.parts` does not list counts as new. So does a file without a time: after a `RESTORE`,
// ClickHouse has no times of the files until the next start of the server.
const notInFilesBefore = (table: string, sinceS: number): Fragment => sql`
WHERE _part NOT IN (
  SELECT name
  FROM system.parts
  WHERE database = currentDatabase() AND table = ${text(table)}
    AND toUnixTimestamp(modification_time) > 0
    AND toUnixTimestamp(modification_time) < ${bound('UInt32', sinceS)}
)`
