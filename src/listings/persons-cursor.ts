import { z } from 'zod'
import type { PersonRange } from '#metadata/people/list-persons.ts'
import { notFound } from '#shared/request-error.ts'
import { STORABLE } from '#sql/events.ts'
import { cursorText, parseCursor } from './opaque-cursor.ts'

const Side = z.enum(['after', 'before'])
const Cursor = z.union([
  z.tuple([
    Side,
    z.int().min(STORABLE.fromMs).max(STORABLE.toMs),
    z
      .int()
      .min(0)
      .max(2 ** 32 - 1),
  ]),
  z.tuple([Side]),
])

export const FIRST_PERSONS: PersonRange = { side: 'after', position: null }

/** Returns the text of a range; undefined for the first page. */
export function personCursor({ side, position }: PersonRange): string | undefined {
  if (position !== null) return cursorText([side, position.createdMs, position.number])
  return side === 'after' ? undefined : cursorText([side])
}

/**
 * Returns the range of a cursor; the first page if there is no cursor.
 * @throws RequestError `not_found` for a text that {@link personCursor} does not write.
 */
export function parsePersonCursor(cursor: string | undefined): PersonRange {
  if (cursor === undefined) return FIRST_PERSONS
  const parsed = parseCursor(Cursor, cursor)
  if (parsed === null) throw notFound('Invalid cursor')
  const [side, createdMs, number] = parsed
  return { side, position: createdMs === undefined || number === undefined ? null : { createdMs, number } }
}
