interface IssueExplanation {
  /** What happened, and what to do about it. */
  readonly sentence: string
  /** Whether the event was stored nonetheless. */
  readonly isStored: boolean
}
const dropped = (sentence: string): IssueExplanation => ({ sentence, isStored: false })
const stored = (sentence: string): IssueExplanation => ({ sentence, isStored: true })

/** Why an event was not stored, or not wholly as it was sent. Counted for its project under this name. */
export const EXPLANATIONS = {
  not_an_object: dropped('Something in the batch is not a JSON object, so it is no event.'),
  missing_event_name: dropped('The event has no name: `event` is missing or blank.'),
  missing_distinct_id: dropped(
    'The event does not say who did it: `distinct_id` is missing, null or empty, in the event and in its properties.',
  ),
  properties_not_an_object: dropped('The `properties` of the event are neither a JSON object nor empty.'),
  event_too_large: dropped('The properties of the event take more than 1 MiB as JSON.'),
  duplicate_uuid: dropped(
    'An event with this `uuid` is stored already. Repeating a request does this and loses nothing.',
  ),
  unreadable_by_engine: stored(
    'The event is stored and counted, but its properties cannot be asked about: the event engine cannot read them.',
  ),
  session_recording: dropped(
    'Session replay is not part of this server. Turn it off in the SDK to save the traffic.',
  ),
  unsupported_product: dropped(
    'Logs, metrics and AI traces are not part of this server. Turn them off in the SDK to save the traffic.',
  ),
  group_type_limit: stored(
    'The event is stored, but not under a group of this type: a project has five types of groups, and this is a sixth.',
  ),
  illegal_merge_id: stored(
    'The event is stored, but no persons were joined: one of the two ids, such as `anonymous` or `null`, names nobody.',
  ),
  too_many_properties: stored(
    'The event is stored, but not all that it says of its person or group is kept: of each, 1,000 properties and 512 KiB are.',
  ),
  refused_merge: stored(
    'The event is stored, but no persons were joined: the other one is identified already, and two identified persons are joined by `$merge_dangerously` alone.',
  ),
  implausible_timestamp: stored(
    'The event is stored with its time of arrival: its own time cannot be read, is more than 23 hours ahead or cannot be stored.',
  ),
} as const satisfies Readonly<Record<string, IssueExplanation>>

export type IngestIssue = keyof typeof EXPLANATIONS
export const INGEST_ISSUES = Object.keys(EXPLANATIONS) as IngestIssue[]
