import type { SentEvent } from '#ingest/captured-event.ts'
import { storableName } from '#shared/storable-name.ts'
import type { StepResult } from './step-result.ts'

/**
 * Returns the distinct id, cut to 200 characters. It is read from the event, or from its properties, where
 * some clients send it.
 */
export function eventDistinctId(sent: SentEvent): StepResult<string> {
  const id = storableName(sentDistinctId(sent))
  return id === '' ? { dropped: 'missing_distinct_id' } : { kept: id }
}

/** Returns the distinct id as it was sent; undefined if there is none. */
export function sentDistinctId(sent: SentEvent): unknown {
  const properties = (typeof sent.properties === 'object' && sent.properties) || {}
  const inside = properties as Record<string, unknown>
  const candidates = [sent.distinct_id, sent.$distinct_id, inside.distinct_id, inside.$distinct_id]
  return candidates.find((candidate) => storableName(candidate).trim() !== '')
}
