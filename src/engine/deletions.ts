import { z } from 'zod'
import { and, bound, type Fragment, identifier, numeral, sql, text } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import type { Places } from './places.ts'

/** The events that a deletion deletes. */
export interface DeletedEvents {
  readonly projectId: number
  /**
   * An event is deleted if it meets all of these conditions. Without conditions, all events of the project
   * are deleted.
   */
  readonly conditions: readonly Fragment[]
  /**
   * The month of the deleted events, such as 202611; null for all months. Files of other months are not
   * rewritten.
   */
  readonly month: number | null
}

const ofProject = (projectId: number) => sql`project_id = ${bound('UInt32', projectId)}`

// Returns the statement that deletes the events. It is not a lightweight delete, because that would leave the
// events in the files.
export function deletionOfEvents({ projectId, conditions, month }: DeletedEvents, table = 'events'): string {
  const partition = month === null ? sql`` : sql`IN PARTITION ${numeral(month)} `
  return renderLiterals(sql`ALTER TABLE ${identifier(table)}
DELETE ${partition}WHERE ${and([ofProject(projectId), ...conditions])}
SETTINGS mutations_sync = 0`)
}

export const deletionOfRows = (table: string, projectId: number): string =>
  renderLiterals(sql`ALTER TABLE ${identifier(table)}
DELETE WHERE ${ofProject(projectId)}
SETTINGS mutations_sync = 2`)

const Unfinished = z.object({ count: z.coerce.number() })

/** Returns whether all deletions of events have been applied to the files. */
export async function areDeletionsRewritten(places: Places): Promise<boolean> {
  const unfinished = await places.askServers(
    (stored) => sql`SELECT count() AS count
FROM system.mutations
WHERE database = currentDatabase() AND table = ${text(stored('events'))} AND NOT is_done`,
    { name: 'deletions.unfinished', projectId: null, isUpkeep: true },
  )
  return unfinished.every((row) => Unfinished.parse(row).count === 0)
}
