import { EngineError } from '#engine/engine-error.ts'
import type { EventStore } from '#engine/event-store.ts'
import { storeRows } from '#engine/store-rows.ts'
import { isUnanchored } from '#ingest/steps/event-anchor.ts'
import type { StoredEvent } from './event-inserter.ts'

export const UNANCHORED_COLUMNS = ['project_id', 'uuid', 'day']
/** Number of times an insert is tried while writes to the disk fail. */
const MAX_ATTEMPTS = 3

/**
 * Records the day of each event without an anchor, so that a repetition finds the event. The records are
 * written before the events: a record without its event costs a look-up, but an event without its record
 * would be stored twice.
 */
export async function insertUnanchored(engine: EventStore, events: readonly StoredEvent[]): Promise<void> {
  const rows = events
    .filter(({ event }) => isUnanchored(event))
    .map(({ projectId, event }) => ({
      line: [projectId, event.uuid, dayText(event.timestampMs)].join('\t'),
      flat: '',
    }))
  if (rows.length === 0) return
  for (let attempt = 1; ; attempt++)
    try {
      await storeRows(engine, 'unanchored_event', UNANCHORED_COLUMNS, rows)
      return
    } catch (error) {
      // A row can be inserted again, because two identical rows count as one.
      const isUnsure = error instanceof EngineError && error.kind === 'unsure'
      if (!isUnsure || attempt === MAX_ATTEMPTS) throw error
      engine.requireSpace()
    }
}

const dayText = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10)
