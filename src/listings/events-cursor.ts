import { z } from 'zod'
import { invalid } from '#shared/request-error.ts'
import { STORABLE } from '#sql/events.ts'
import type { EventPlace } from './event-places.ts'
import { cursorText, parseCursor } from './opaque-cursor.ts'

const Cursor = z.tuple([z.int().min(STORABLE.fromMs).max(STORABLE.toMs), z.guid()])

/** Returns the text of the place after which the next page begins. */
export const eventCursor = ({ timestampMs, uuid }: EventPlace): string => cursorText([timestampMs, uuid])

/**
 * Parses a cursor.
 * @throws RequestError `invalid` for a text that {@link eventCursor} does not write.
 */
export function parseEventCursor(cursor: string): EventPlace {
  const place = parseCursor(Cursor, cursor)
  if (place === null) throw invalid('invalid_input', 'Invalid cursor.', 'cursor')
  const [timestampMs, uuid] = place
  return { timestampMs, uuid }
}
