import { randomUUID } from 'node:crypto'
import type { SentEvent } from '#ingest/captured-event.ts'
import { plainText } from '#shared/json-text.ts'
import { uuidOfText } from '#shared/uuid-of-text.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * What makes a retry the same event: the client's `uuid` in lower case. A text that is no UUID always becomes the same
 * one, so that its retries count once as well. Without one every sending is an event of its own.
 */
export function eventUuid(sent: SentEvent): string {
  if (sent.uuid === undefined || sent.uuid === null || sent.uuid === '') return randomUUID()
  const text = plainText(sent.uuid)
  const lowerCase = text.toLowerCase()
  return UUID.test(lowerCase) ? lowerCase : uuidOfText(text)
}
