import { z } from 'zod'
import { invalid } from '#shared/request-error.ts'
import { STORABLE } from '#sql/events.ts'
import type { EventPlace } from './event-places.ts'
import { cursorText, readCursorText } from './opaque-cursor.ts'

const Cursor = z.tuple([z.int().min(STORABLE.fromMs).max(STORABLE.toMs), z.guid()])

/** Where the next page begins. */
export const eventCursorOf = ({ timestampMs, uuid }: EventPlace): string => cursorText([timestampMs, uuid])

/** @throws RequestError `invalid` for what is no cursor of ours. */
export function readEventCursor(cursor: string): EventPlace {
  const place = readCursorText(Cursor, cursor)
  if (place === null) throw invalid('invalid_input', 'Invalid cursor.', 'cursor')
  const [timestampMs, uuid] = place
  return { timestampMs, uuid }
}
