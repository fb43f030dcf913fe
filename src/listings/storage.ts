import { z } from 'zod'
import type { Asker, EventStore } from '#engine/event-store.ts'
import { identifier, sql } from '#fragments/fragment.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'

/** The events of one project in one month of UTC days. */
export interface StoredMonth {
  readonly projectId: number
  /** The month, such as `2026-11`. */
  readonly month: string
  readonly events: number
  /** The share of this project in the size of the month's files, by the number of its events. */
  readonly bytes: number
}

const Count = z.object({
  project_id: z.coerce.number(),
  month: z.coerce.number(),
  events: z.coerce.number(),
})

/**
 * Returns how many events there are by project and month, and how much disk space they take, for one
 * project or for all. It reads two columns of the sort key. A file has events of several projects, so the
 * size of a file is divided among them by the number of their events.
 */
export async function storedMonths(
  engine: Pick<EventStore, 'rows' | 'partsByMonth'>,
  projectId: number | null,
  asker: Asker | null,
): Promise<StoredMonth[]> {
  const source = projectId === null ? sql`FROM ${identifier('events')}` : eventsOf(projectId, STORABLE, [])
  // Counts the events of each project and month.
  const counts = sql`SELECT
  project_id,
  toYYYYMM(day) AS month,
  count() AS events
${source}
GROUP BY project_id, month
ORDER BY project_id, month`
  const options = { projectId, ...(asker ?? { isUpkeep: true }) }
  const [counted, sized] = await Promise.all([
    engine.rows(counts, { name: 'storage.events', ...options }),
    engine.partsByMonth(),
  ])
  const sizeOf = new Map(sized.map((files) => [files.month, files]))
  return counted.map((row) => {
    const { project_id, month, events } = Count.parse(row)
    const size = sizeOf.get(month)
    const share = size === undefined || size.events === 0 ? 0 : Math.min(events / size.events, 1)
    return {
      projectId: project_id,
      month: `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}`,
      events,
      bytes: Math.round(share * (size?.bytes ?? 0)),
    }
  })
}
