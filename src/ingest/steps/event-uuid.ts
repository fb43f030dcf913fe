import { createHash, randomUUID } from 'node:crypto'
import { plainText } from '../../shared/json-text.ts'
import type { SentEvent } from '../captured-event.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * What makes a retry the same event: the client's `uuid` in lower case. A text that is no UUID always becomes the same
 * one, so that its retries count once as well. Without one every sending is an event of its own.
 */
export function eventUuid(sent: SentEvent): string {
  if (sent.uuid === undefined || sent.uuid === null || sent.uuid === '') return randomUUID()
  const text = plainText(sent.uuid)
  const lowerCase = text.toLowerCase()
  return UUID.test(lowerCase) ? lowerCase : uuidOf(text)
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  // Version 8 of RFC 9562: a UUID whose bits are ours to choose.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
