interface IssueExplanation {
  /** The problem, for people. */
  readonly sentence: string
  /** Advice for people: what to do about the issue. */
  readonly remedy: string
  /** Whether the event was stored nevertheless. */
  readonly isStored: boolean
  /** Whether the event was stored exactly as it was sent. */
  readonly isWhole: boolean
  /**
   * Whether a request is refused if all of its events have issues with `isRefused`. The status is then 400,
   * which no SDK repeats.
   */
  readonly isRefused: boolean
}
const refused = (sentence: string, remedy: string) =>
  ({ sentence, remedy, isStored: false, isWhole: false, isRefused: true }) as const
const dropped = (sentence: string, remedy: string) =>
  ({ sentence, remedy, isStored: false, isWhole: false, isRefused: false }) as const
const stored = (sentence: string, remedy: string) =>
  ({ sentence, remedy, isStored: true, isWhole: false, isRefused: false }) as const
const storedWhole = (sentence: string, remedy: string) =>
  ({ sentence, remedy, isStored: true, isWhole: true, isRefused: false }) as const

/**
 * The property that marks a test. An event that has it with the value `true` is counted as a test and not
 * stored.
 */
export const TEST_MARK = '$throughline_test'

/**
 * Every issue that an event can have although the capture route responds with 200. The event was not stored,
 * was stored only in part, or is not counted as its sender may expect. The events of a project are counted
 * by these names. Each issue is a row of the table in docs/capture.md.
 */
export const EXPLANATIONS = {
  not_an_object: refused(
    'An item of the batch is not a JSON object, so it is not an event.',
    'Send each event as an object.',
  ),
  missing_event_name: refused('The event has no name: `event` is missing or blank.', 'Send `event`.'),
  missing_distinct_id: refused(
    'The event has no distinct id: `distinct_id` is missing, null or blank, in the event and in its properties.',
    'Send `distinct_id`.',
  ),
  properties_not_an_object: refused(
    'The `properties` of the event are neither a JSON object nor empty.',
    'Send an object.',
  ),
  event_too_large: refused(
    'The properties of the event take more than 1 MiB as JSON.',
    'Send less, or several events.',
  ),
  duplicate_uuid: dropped(
    'An event with this `uuid`, name and distinct id is stored already, for example because a request was repeated. No event is lost.',
    'Nothing.',
  ),
  reused_uuid: dropped(
    'Another event, with another name or distinct id, is stored under this `uuid` already.',
    'Give each event a `uuid` of its own, or send no `uuid`.',
  ),
  session_recording: dropped(
    'Session replay is not part of this server.',
    'Turn it off in the SDK to save the traffic.',
  ),
  test_event: dropped(
    'It is a test, marked by `$throughline_test: true`, and counts for nothing.',
    'Leave the property out of events that should count.',
  ),
  unsupported_product: dropped(
    'Logs and metrics are not part of this server.',
    'Turn them off in the SDK to save the traffic.',
  ),
  unreadable_by_engine: stored(
    'The event is stored and counted, but its properties cannot be queried: the event engine cannot read them.',
    'Change the properties that the sample shows.',
  ),
  implausible_timestamp: stored(
    'The event is stored with its time of arrival: its own time cannot be read, is more than 23 hours ahead or is outside the storable range.',
    'Send ISO 8601 with a four-digit year, or a Unix number, and check the clock of the sender.',
  ),
  early_timestamp: storedWhole(
    'The event is stored with its own time, before 2015: the clock of the sender may be wrong, and questions of all time leave the event out unless the project has historical events as early.',
    'Check the clock of the sender, or send events of that time with `historical_migration`.',
  ),
  name_too_long: stored(
    'The event is stored, but a name or id was cut: its name, its distinct id, the other id of a merge or a group type has more than 200 characters, or a group key more than 400. Ids that begin alike become one.',
    'Send shorter ids.',
  ),
  unknown_field: stored(
    'The event is stored without a field or option that events do not have.',
    'Send it in `properties`.',
  ),
  illegal_assignment: stored(
    'The event is stored, but some properties are not set or removed: `$set`, `$set_once` or `$group_set` is not an object, or `$unset` is not a list of names.',
    'Send an object, and names as text.',
  ),
  no_person_profile: stored(
    'The event is stored, but its `$set`, `$set_once` and `$unset` change nothing: it creates no person profile, because of `$process_person_profile: false` or because it is a `$groupidentify` of a group only, or its distinct id is a placeholder such as `unknown`.',
    'Leave `$process_person_profile` out.',
  ),
  too_many_properties: stored(
    'The event is stored, but some properties that it sets on its person or group are not: each person and group has at most 1,000 properties and 512 KiB.',
    'Set fewer properties on persons and groups.',
  ),
  illegal_merge_id: stored(
    'The event is stored, but no persons were merged: one of the two ids is missing, or a placeholder such as `anonymous`, `null` or `$posthog_cookieless`.',
    'Send the ids of the person.',
  ),
  refused_merge: stored(
    'The event is stored, but no persons were merged: both are identified already.',
    'Send `$merge_dangerously`: it is the only event that merges two identified persons.',
  ),
  illegal_group: stored(
    'The event is stored without this group: `$groups` is not an object, or the type or key of a group is blank or is neither text nor a number.',
    'Send `$groups` as `{type: key}`, and `$groupidentify` with `$group_type` and `$group_key`.',
  ),
  group_type_limit: stored(
    'The event is stored, but without its group of this type: a project has at most five types of groups, and this would be the sixth.',
    'Use one of the five types.',
  ),
} as const satisfies Readonly<Record<string, IssueExplanation>>

export type IngestIssue = keyof typeof EXPLANATIONS
export const INGEST_ISSUES = Object.keys(EXPLANATIONS) as IngestIssue[]

const EXPLAINED: Readonly<Record<string, IssueExplanation>> = EXPLANATIONS
/**
 * Returns whether events with an issue are stored nevertheless; undefined for an issue that this version
 * does not know.
 */
export const isIssueStored = (issue: string): boolean | undefined => EXPLAINED[issue]?.isStored
