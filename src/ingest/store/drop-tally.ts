import type { IngestIssue } from '#contract/ingest-issue.ts'
import type { DroppedEvents } from '#metadata/definitions/dropped-event-store.ts'
import { jsonText } from '#shared/json-text.ts'

export interface DropTally {
  add(reason: IngestIssue, event: unknown): void
  /** Returns one entry for each reason, with its last event as the sample. */
  counts(): DroppedEvents[]
}

const SAMPLE_CHARACTERS = 1_000

/**
 * Counts events by reason. Only the last event of each reason is turned into text, because a body can hold
 * a million events.
 */
export function createDropTally(): DropTally {
  const byReason = new Map<IngestIssue, { count: number; last: unknown }>()
  return {
    add(reason, event) {
      const seen = byReason.get(reason)
      if (seen === undefined) byReason.set(reason, { count: 1, last: event })
      else {
        seen.count++
        seen.last = event
      }
    },
    counts: () =>
      [...byReason].map(([reason, { count, last }]) => ({ reason, count, sample: sampleOf(last) })),
  }
}

const sampleOf = (value: unknown) => (jsonText(value) ?? 'null').slice(0, SAMPLE_CHARACTERS).toWellFormed()
