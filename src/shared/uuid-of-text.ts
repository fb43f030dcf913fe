import { createHash } from 'node:crypto'

/** A UUID that is a function of the text; different texts have different ones in practice. */
export function uuidOfText(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  // Version 8 of RFC 9562, whose bits are free to choose.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
