import { z } from 'zod'
import { invalid } from '#shared/request-error.ts'
import { STORABLE } from '#sql/events.ts'
import type { EventPosition } from './event-positions.ts'
import { cursorText, parseCursor } from './opaque-cursor.ts'

const Cursor = z.tuple([z.int().min(STORABLE.fromMs).max(STORABLE.toMs), z.guid()])

/** Returns the text of the position after which the next page begins. */
export const eventCursor = ({ timestampMs, uuid }: EventPosition): string => cursorText([timestampMs, uuid])

/**
 * Parses a cursor.
 * @throws RequestError `invalid` for a text that {@link eventCursor} does not write.
 */
export function parseEventCursor(cursor: string): EventPosition {
  const position = parseCursor(Cursor, cursor)
  if (position === null) throw invalid('invalid_input', 'Invalid cursor.', 'cursor')
  const [timestampMs, uuid] = position
  return { timestampMs, uuid }
}
