import type { DeletionBody, DeletionCreate } from '#contract/deletion.ts'
import type { AskedDeletion, LeftData } from '#ingest/store/event-eraser.ts'
import type { EventDeletion } from '#metadata/deletions/event-deletion.ts'
import { isoInstant } from '#shared/clock.ts'
import { invalid } from '#shared/request-error.ts'

const instantOrNull = (epochMs: number | null) => (epochMs === null ? null : isoInstant(epochMs))

export const toDeletionBody = (deletion: EventDeletion, left: LeftData | null): DeletionBody => ({
  id: deletion.id,
  kind: deletion.kind,
  event: deletion.event,
  date_from: instantOrNull(deletion.fromMs),
  date_to: instantOrNull(deletion.beforeMs),
  created_at: deletion.createdAt,
  finished_at: deletion.finishedAt,
  deleted_events: deletion.deletedEvents,
  left: left === null ? null : toLeftBody(left),
})

const toLeftBody = (left: LeftData) => ({
  events: left.events,
  mirrored: left.mirrored,
  cached_results: left.cachedResults,
  samples: left.samples,
  definitions: left.definitions,
  metadata_rows: left.metadataRows,
})

/**
 * Returns which events a request asks to delete.
 * @throws RequestError for a request that does not say which events, and for a range that ends before it
 * begins.
 */
export function toAskedDeletion(projectId: number, body: DeletionCreate): AskedDeletion {
  const {
    event = null,
    date_from: from,
    date_to: to,
    all_events: isAll = false,
    whole_project: isWhole,
  } = body
  const isNothing = event === null && from === undefined && to === undefined
  if (isWhole === true) {
    if (!isNothing || isAll)
      throw invalid(
        'invalid_input',
        'whole_project: true deletes the whole project: leave all other fields out.',
        'whole_project',
      )
    return { projectId, kind: 'project', event: null, fromMs: null, beforeMs: null }
  }
  if (isNothing && !isAll)
    throw invalid(
      'required',
      'Say which events to delete: send event, date_from or date_to, or all_events: true for every event of the project.',
      'all_events',
    )
  if (!isNothing && isAll)
    throw invalid(
      'invalid_input',
      'all_events: true deletes every event: leave event, date_from and date_to out.',
      'all_events',
    )
  const fromMs = instantOf(from)
  const beforeMs = instantOf(to)
  if (fromMs !== null && beforeMs !== null && beforeMs <= fromMs)
    throw invalid('invalid_input', 'date_to must be later than date_from.', 'date_to')
  return { projectId, kind: 'events', event, fromMs, beforeMs }
}

// An instant without an offset is in UTC, and not in the time zone of the server.
const instantOf = (text: string | undefined): number | null =>
  text === undefined ? null : Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
