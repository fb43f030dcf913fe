import { EXPLANATIONS, type IngestIssue } from '#contract/ingest-issue.ts'
import type { HourOfIssue } from '#metadata/definitions/dropped-event-store.ts'
import { isoInstant } from '#shared/clock.ts'

const HOUR_MS = 3_600_000

/** The numbers of stored events and of issues in the hours that begin at `startsMs`. */
export interface CountedHours {
  readonly startsMs: readonly number[]
  readonly stored: ReadonlyMap<number, number>
  readonly issues: readonly HourOfIssue[]
}

/** Returns the starts of the last hours in epoch ms, oldest first. The last hour has not ended yet. */
export const startsOfHours = (nowMs: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => (Math.floor(nowMs / HOUR_MS) - count + 1 + i) * HOUR_MS)

export const toHourBodies = ({ startsMs, stored, issues }: CountedHours) =>
  startsMs.map((startMs) => {
    const counts = { refused: 0, changed: 0, repeated: 0 }
    for (const issue of issues) {
      const fate = fateOf(issue.reason as IngestIssue)
      if (fate !== null && issue.startMs === startMs) counts[fate] += issue.count
    }
    return { start: isoInstant(startMs), stored: stored.get(startMs) ?? 0, ...counts }
  })

/**
 * Returns which count of an hour includes an event with this issue; null for a test event, which no count
 * includes. Repeated events are counted separately, because nothing is lost by them.
 */
function fateOf(reason: IngestIssue): 'refused' | 'changed' | 'repeated' | null {
  if (reason === 'duplicate_uuid') return 'repeated'
  if (reason === 'test_event') return null
  return EXPLANATIONS[reason].isStored ? 'changed' : 'refused'
}

/** Returns how often an issue occurred in all hours of `issues` together. */
export const recentCountOf = (reason: IngestIssue, issues: readonly HourOfIssue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.reason === reason ? issue.count : 0), 0)
