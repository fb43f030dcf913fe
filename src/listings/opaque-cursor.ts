import type { z } from 'zod'

/** A place in a list as text that says nothing to a client and survives an address unescaped. */
export const cursorText = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** The place that a cursor holds; null for what is no cursor of ours. */
export function readCursorText<T extends z.ZodType>(place: T, cursor: string): z.output<T> | null {
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
