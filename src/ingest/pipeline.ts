import type { DroppedEvents } from '../metadata/dropped-event-store.ts'
import type { CapturedEvent, DropReason, SentEvent } from './captured-event.ts'
import { createDropTally } from './drop-tally.ts'
import { eventDistinctId } from './steps/event-distinct-id.ts'
import { eventName } from './steps/event-name.ts'
import { eventProperties } from './steps/event-properties.ts'
import { eventTimestamp } from './steps/event-timestamp.ts'
import { eventUuid } from './steps/event-uuid.ts'

/** The answer of one step: what it found, or why the event cannot be stored. */
export type StepResult<T> = { readonly kept: T } | { readonly dropped: DropReason }

export interface PipelineResult {
  readonly captured: readonly CapturedEvent[]
  /** What was not, by reason. */
  readonly dropped: readonly DroppedEvents[]
}

/** Sent events to storable ones. Each stands alone: what is wrong with one never touches its neighbours. */
export function runPipeline(sent: readonly unknown[], receivedMs: number): PipelineResult {
  const captured: CapturedEvent[] = []
  const dropped = createDropTally()
  for (const value of sent) {
    const result = capture(value, receivedMs)
    if ('kept' in result) captured.push(result.kept)
    else dropped.add(result.dropped, value)
  }
  return { captured, dropped: dropped.counts() }
}

/** The steps, in order. The first that cannot do its part drops the event. */
function capture(value: unknown, receivedMs: number): StepResult<CapturedEvent> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { dropped: 'not_an_object' }
  const sent = value as SentEvent
  const name = eventName(sent)
  if ('dropped' in name) return name
  const distinctId = eventDistinctId(sent)
  if ('dropped' in distinctId) return distinctId
  const properties = eventProperties(sent)
  if ('dropped' in properties) return properties
  return {
    kept: {
      uuid: eventUuid(sent),
      name: name.kept,
      distinctId: distinctId.kept,
      timestampMs: eventTimestamp(sent, receivedMs),
      properties: properties.kept,
    },
  }
}
