interface IssueExplanation {
  /** For people: the problem, and its remedy where there is one. */
  readonly sentence: string
  /** Whether the event was stored nonetheless. */
  readonly isStored: boolean
}
const dropped = (sentence: string): IssueExplanation => ({ sentence, isStored: false })
const stored = (sentence: string): IssueExplanation => ({ sentence, isStored: true })

/** Why an event was not stored, or not wholly as it was sent. Counted for its project under this name. */
export const EXPLANATIONS = {
  not_an_object: dropped('An item of the batch is not a JSON object, and so not an event.'),
  missing_event_name: dropped('The event has no name: `event` is missing or blank.'),
  missing_distinct_id: dropped(
    'The event has no distinct id: `distinct_id` is missing, null or empty, in the event and in its properties.',
  ),
  properties_not_an_object: dropped('The `properties` of the event are neither a JSON object nor empty.'),
  event_too_large: dropped('The properties of the event take more than 1 MiB as JSON.'),
  duplicate_uuid: dropped(
    'An event with this `uuid` is stored already, as after a repeated request. No event is lost.',
  ),
  unreadable_by_engine: stored(
    'The event is stored and counted, but its properties cannot be queried: the event engine cannot read them.',
  ),
  session_recording: dropped(
    'Session replay is not part of this server. Turn it off in the SDK to save the traffic.',
  ),
  unsupported_product: dropped(
    'Logs and metrics are not part of this server. Turn them off in the SDK to save the traffic.',
  ),
  group_type_limit: stored(
    'The event is stored, but without its group of this type: a project has at most five types of groups, and this would be the sixth.',
  ),
  illegal_merge_id: stored(
    'The event is stored, but no persons were merged: one of the two ids, such as `anonymous` or `null`, does not identify a person.',
  ),
  too_many_properties: stored(
    'The event is stored, but not all properties that it sets on its person or group: each has at most 1,000 properties and 512 KiB.',
  ),
  refused_merge: stored(
    'The event is stored, but no persons were merged: both are identified already, and only `$merge_dangerously` merges two identified persons.',
  ),
  implausible_timestamp: stored(
    'The event is stored with its time of arrival: its own time is invalid, more than 23 hours ahead or outside the storable range.',
  ),
} as const satisfies Readonly<Record<string, IssueExplanation>>

export type IngestIssue = keyof typeof EXPLANATIONS
export const INGEST_ISSUES = Object.keys(EXPLANATIONS) as IngestIssue[]
