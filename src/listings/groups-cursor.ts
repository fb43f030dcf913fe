import { z } from 'zod'
import type { GroupRange } from '../metadata/group-rows.ts'
import { RequestError } from '../shared/request-error.ts'
import { STORABLE } from '../sql/events.ts'

const Cursor = z.tuple([
  z.enum(['after', 'before']),
  z.int().min(STORABLE.fromMs).max(STORABLE.toMs),
  z.int().positive(),
])

/** Where a page begins, as text that says nothing to a client. Undefined is the first page. */
export const cursorOf = ({ side, position }: GroupRange): string | undefined =>
  position === null
    ? undefined
    : Buffer.from(JSON.stringify([side, position.listedMs, position.id])).toString('base64url')

/** The newest groups where there is no cursor. @throws RequestError `not_found` for what is no cursor of ours. */
export function readCursor(cursor: string | undefined): GroupRange {
  if (cursor === undefined) return { side: 'after', position: null }
  const parsed = Cursor.safeParse(jsonIn(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) throw new RequestError('not_found', 'not_found', 'Invalid cursor')
  const [side, listedMs, id] = parsed.data
  return { side, position: { listedMs, id } }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
