import { createHash } from 'node:crypto'

/** The same text always gives the same UUID, and two texts never do in practice. */
export function uuidOfText(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  // Version 8 of RFC 9562: a UUID whose bits are ours to choose.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
