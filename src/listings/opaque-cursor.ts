import type { z } from 'zod'

/** Returns a position in a list as opaque text that needs no escaping in a URL. */
export const cursorText = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** Returns the position that a cursor holds; null for any other text. */
export function parseCursor<T extends z.ZodType>(place: T, cursor: string): z.output<T> | null {
  const parsed = place.safeParse(jsonIn(Buffer.from(cursor, 'base64url').toString()))
  return parsed.success ? parsed.data : null
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
