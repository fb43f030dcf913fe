import { z } from 'zod'
import { invalid } from '#shared/request-error.ts'
import { cursorText, parseCursor } from './opaque-cursor.ts'

/** The cursor holds the number of a person, or the key of a group or session. */
const Cursor = z.tuple([
  z.union([
    z
      .int()
      .min(0)
      .max(2 ** 32 - 1),
    z.string(),
  ]),
])

/** Returns the text of the position after an actor. */
export const actorCursor = (actor: number | string): string => cursorText([actor])

/**
 * Parses a cursor.
 * @throws RequestError `invalid` for a text that {@link actorCursor} does not write.
 */
export function parseActorCursor(cursor: string): number | string {
  const place = parseCursor(Cursor, cursor)
  if (place === null) throw invalid('invalid_input', 'Invalid cursor.', 'cursor')
  return place[0]
}
