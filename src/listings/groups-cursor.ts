import { z } from 'zod'
import type { GroupRange } from '#metadata/groups/group-rows.ts'
import { notFound } from '#shared/request-error.ts'
import { STORABLE } from '#sql/events.ts'
import { cursorText, parseCursor } from './opaque-cursor.ts'

const Cursor = z.tuple([
  z.enum(['after', 'before']),
  z.int().min(STORABLE.fromMs).max(STORABLE.toMs),
  z.int().positive(),
])

/** Returns the text of a range; undefined for the first page. */
export const groupCursor = ({ side, position }: GroupRange): string | undefined =>
  position === null ? undefined : cursorText([side, position.listedMs, position.id])

/**
 * Returns the range of a cursor; the first page if there is no cursor.
 * @throws RequestError `not_found` for a text that {@link groupCursor} does not write.
 */
export function parseGroupCursor(cursor: string | undefined): GroupRange {
  if (cursor === undefined) return { side: 'after', position: null }
  const place = parseCursor(Cursor, cursor)
  if (place === null) throw notFound('Invalid cursor')
  const [side, listedMs, id] = place
  return { side, position: { listedMs, id } }
}
