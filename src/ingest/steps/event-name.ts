import type { SentEvent } from '../captured-event.ts'
import type { StepResult } from '../pipeline.ts'
import { storableText } from './storable-text.ts'

const MAX_CHARACTERS = 200

/** The event's name, cut to 200 characters. */
export function eventName(sent: SentEvent): StepResult<string> {
  const name = storableText(sent.event, MAX_CHARACTERS)
  return name.trim() === '' ? { dropped: 'missing_event_name' } : { kept: name }
}
