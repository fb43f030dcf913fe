import { EXPLANATIONS, type IngestIssue } from '#contract/ingest-issue.ts'

export interface HourCounts {
  readonly start: string
  readonly stored: number
  readonly refused: number
  readonly changed: number
  readonly repeated: number
}
type Totals = Readonly<Record<'stored' | 'refused' | 'changed' | 'repeated', number>>

/** Returns the sums of the counts over all hours. */
export const totalsOf = (hours: readonly HourCounts[]): Totals =>
  hours.reduce(
    (sum, hour) => ({
      stored: sum.stored + hour.stored,
      refused: sum.refused + hour.refused,
      changed: sum.changed + hour.changed,
      repeated: sum.repeated + hour.repeated,
    }),
    { stored: 0, refused: 0, changed: 0, repeated: 0 },
  )

/** Returns the name of a reason as words: `Missing distinct id`. */
export const titleOf = (reason: IngestIssue): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1).replaceAll('_', ' ')}`

/** Returns in words what became of events with this issue. */
export function fateOf(reason: IngestIssue): string {
  if (reason === 'duplicate_uuid') return 'counted once'
  if (reason === 'test_event') return 'arrived, not stored'
  if (EXPLANATIONS[reason].isWhole) return 'stored'
  return EXPLANATIONS[reason].isStored ? 'stored in part' : 'refused'
}

/** The fields in which the fault of each reason can be. */
const FAULTY: Partial<Record<IngestIssue, readonly string[]>> = {
  missing_event_name: ['event'],
  missing_distinct_id: ['distinct_id', '\\$distinct_id'],
  properties_not_an_object: ['properties'],
  duplicate_uuid: ['uuid'],
  reused_uuid: ['uuid'],
  implausible_timestamp: ['timestamp', 'sent_at', 'offset'],
  early_timestamp: ['timestamp', 'sent_at', 'offset'],
  name_too_long: ['distinct_id', 'event'],
  illegal_assignment: ['\\$set', '\\$set_once', '\\$group_set', '\\$unset'],
  no_person_profile: ['\\$process_person_profile'],
  illegal_merge_id: ['\\$anon_distinct_id', 'alias', 'distinct_id'],
  refused_merge: ['\\$anon_distinct_id', 'alias'],
  test_event: ['\\$throughline_test'],
  illegal_group: ['\\$groups', '\\$group_type', '\\$group_key'],
}
const VALUE = '"(?:[^"\\\\]|\\\\.)*"|[^,}\\]]+'

/**
 * Splits a sample event at its faulty value. Null if the sample has no value in any field of {@link FAULTY},
 * because the fault is that a field is missing.
 */
export function markFault(
  reason: IngestIssue,
  sample: string,
): { readonly before: string; readonly fault: string; readonly after: string } | null {
  for (const field of FAULTY[reason] ?? []) {
    const found = new RegExp(`"${field}"\\s*:\\s*(${VALUE})`).exec(sample)
    const fault = found?.[1]
    if (found === null || fault === undefined) continue
    const start = found.index + found[0].length - fault.length
    return { before: sample.slice(0, start), fault, after: sample.slice(start + fault.length) }
  }
  return null
}
