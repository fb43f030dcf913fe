import { randomUUID } from 'node:crypto'
import type { SentEvent } from '#ingest/captured-event.ts'
import { plainText } from '#shared/json-text.ts'
import { uuidOfText } from '#shared/uuid-of-text.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The client's `uuid` in lower case, by which a retry is recognised. Text that is no UUID is mapped to one, the same for every
 * retry. Without a `uuid` every sending is a new event.
 */
export function eventUuid(sent: SentEvent): string {
  if (sent.uuid === undefined || sent.uuid === null || sent.uuid === '') return randomUUID()
  const text = plainText(sent.uuid)
  const lowerCase = text.toLowerCase()
  return UUID.test(lowerCase) ? lowerCase : uuidOfText(text)
}
