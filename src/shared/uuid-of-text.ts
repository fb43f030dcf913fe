import { createHash } from 'node:crypto'

/** Returns a UUID that depends only on the text. In practice, different texts have different UUIDs. */
export function uuidOfText(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  // The uuid has version 8 of RFC 9562, in which the bits can be chosen freely.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
