import { randomUUID } from 'node:crypto'
import type { SentEvent } from '#ingest/captured-event.ts'
import { plainText } from '#shared/json-text.ts'
import { uuidOfText } from '#shared/uuid-of-text.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export interface EventUuid {
  readonly uuid: string
  /** False if the client sent no uuid. The server then made a uuid that no stored event has. */
  readonly isSent: boolean
}

/**
 * Returns the client's `uuid` in lower case, by which a retry is recognised. Text that is not a UUID is
 * mapped to a UUID, which is the same for every retry. An event without a `uuid` counts as a new event each
 * time it is sent.
 */
export function eventUuid(sent: SentEvent): EventUuid {
  if (sent.uuid === undefined || sent.uuid === null || sent.uuid === '')
    return { uuid: randomUUID(), isSent: false }
  const text = plainText(sent.uuid)
  const lowerCase = text.toLowerCase()
  return { uuid: UUID.test(lowerCase) ? lowerCase : uuidOfText(text), isSent: true }
}
