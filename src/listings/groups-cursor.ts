import { z } from 'zod'
import type { GroupRange } from '#metadata/groups/group-rows.ts'
import { notFound } from '#shared/request-error.ts'
import { STORABLE } from '#sql/events.ts'
import { cursorText, readCursorText } from './opaque-cursor.ts'

const Cursor = z.tuple([
  z.enum(['after', 'before']),
  z.int().min(STORABLE.fromMs).max(STORABLE.toMs),
  z.int().positive(),
])

/** Where a page begins. Undefined is the first page. */
export const cursorOf = ({ side, position }: GroupRange): string | undefined =>
  position === null ? undefined : cursorText([side, position.listedMs, position.id])

/** The newest groups where there is no cursor. @throws RequestError `not_found` for what is no cursor of ours. */
export function readCursor(cursor: string | undefined): GroupRange {
  if (cursor === undefined) return { side: 'after', position: null }
  const place = readCursorText(Cursor, cursor)
  if (place === null) throw notFound('Invalid cursor')
  const [side, listedMs, id] = place
  return { side, position: { listedMs, id } }
}
