import type { SentEvent } from '#ingest/captured-event.ts'
import { storableName } from '#shared/storable-name.ts'
import type { StepResult } from './step-result.ts'

/** The distinct id, cut to 200 characters: from the event, or from its properties, where some clients send it. */
export function eventDistinctId(sent: SentEvent): StepResult<string> {
  const properties = (typeof sent.properties === 'object' && sent.properties) || {}
  const inside = properties as Record<string, unknown>
  for (const candidate of [sent.distinct_id, sent.$distinct_id, inside.distinct_id, inside.$distinct_id]) {
    const id = storableName(candidate)
    if (id.trim() !== '') return { kept: id }
  }
  return { dropped: 'missing_distinct_id' }
}
