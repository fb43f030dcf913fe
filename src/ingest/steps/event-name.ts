import type { SentEvent } from '#ingest/captured-event.ts'
import { storableName } from '#shared/storable-name.ts'
import type { StepResult } from './step-result.ts'

/** Returns the event's name, cut to 200 characters. */
export function eventName(sent: SentEvent): StepResult<string> {
  const name = storableName(sent.event)
  return name.trim() === '' ? { dropped: 'missing_event_name' } : { kept: name }
}
