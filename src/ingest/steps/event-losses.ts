import type { IngestIssue } from '#contract/ingest-issue.ts'
import { MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import type { CapturedEvent, SentEvent } from '#ingest/captured-event.ts'
import { filledMap, isMap, type SentMap } from '#ingest/wire/sent-map.ts'
import { MAX_KEY_CHARACTERS } from '#metadata/groups/group-key.ts'
import { plainText } from '#shared/json-text.ts'
import { sentDistinctId } from './event-distinct-id.ts'
import { groupMention, sentGroups } from './event-groups.ts'
import { isV1Option } from './event-properties.ts'
import { sentOtherId } from './merge-statement.ts'

type Named = Pick<CapturedEvent, 'name' | 'distinctId' | 'person'>

/**
 * Returns the issues of an event that is stored only in part: one for each kind of data that is lost.
 * `properties` are the stored properties.
 */
export function eventLosses(sent: SentEvent, properties: SentMap, event: Named): IngestIssue[] {
  const groups = sentGroups(sent, properties)
  const isGroup = event.name === '$groupidentify'
  const losses: IngestIssue[] = []
  if (
    isCut(sent, properties, event) ||
    hasCutGroup(groups) ||
    (isGroup && isCutGroup(identified(properties)))
  )
    losses.push('name_too_long')
  if (hasUnknownField(sent)) losses.push('unknown_field')
  if (hasIllegalAssignment(sent, properties, isGroup)) losses.push('illegal_assignment')
  if (!event.person.hasProfile && assigns(properties)) losses.push('no_person_profile')
  if (hasIllegalGroup(groups) || (isGroup && !isLegal(identified(properties)))) losses.push('illegal_group')
  return losses
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
const isLonger = (value: unknown, most: number) => isGiven(value) && plainText(value).length > most

// The stored name and id are looked at first: if they are shorter than the limit, nothing was cut from them.
// This is so for most events.
function isCut(sent: SentEvent, properties: SentMap, { name, distinctId }: Named): boolean {
  return (
    (name.length === MAX_NAME_CHARACTERS && isLonger(sent.event, MAX_NAME_CHARACTERS)) ||
    (distinctId.length === MAX_NAME_CHARACTERS && isLonger(sentDistinctId(sent), MAX_NAME_CHARACTERS)) ||
    isLonger(sentOtherId(name, properties), MAX_NAME_CHARACTERS)
  )
}

type SentGroup = readonly [type: unknown, key: unknown]

const identified = ({ $group_type, $group_key }: SentMap): SentGroup => [$group_type, $group_key]
const isCutGroup = ([type, key]: SentGroup) =>
  isLonger(type, MAX_NAME_CHARACTERS) || isLonger(key, MAX_KEY_CHARACTERS)
const isLegal = ([type, key]: SentGroup) => groupMention(type, key) !== null

const hasCutGroup = (groups: unknown) => isMap(groups) && Object.entries(groups).some(isCutGroup)

// An empty list is legal, because PHP sends one for an empty map. Null and the empty text mean no group.
function hasIllegalGroup(groups: unknown): boolean {
  if (!isMap(groups)) return isGiven(groups) && !isEmptyList(groups)
  return Object.entries(groups).some((group) => isGiven(group[1]) && !isLegal(group))
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

function hasIllegalAssignment(sent: SentEvent, properties: SentMap, isGroup: boolean): boolean {
  const maps = [sent.$set, sent.$set_once, properties.$set, properties.$set_once]
  if (isGroup) maps.push(properties.$group_set)
  return (
    maps.some((value) => isGiven(value) && !isMap(value) && !isEmptyList(value)) ||
    isIllegalUnset(sent.$unset) ||
    isIllegalUnset(properties.$unset)
  )
}

function isIllegalUnset(value: unknown): boolean {
  if (!isGiven(value) || isMap(value)) return false
  return !Array.isArray(value) || value.some((name) => typeof name !== 'string')
}

const assigns = ({ $set, $set_once, $unset }: SentMap) =>
  filledMap($set) !== null || filledMap($set_once) !== null || (isGiven($unset) && !isEmptyList($unset))

/**
 * The known fields of events, and the fields that SDKs add about the sending. A body that is a single event
 * also has the fields of a batch.
 */
const FIELDS: ReadonlySet<string> = new Set(
  [
    ['event', 'distinct_id', '$distinct_id', 'properties', 'timestamp', 'offset', 'uuid', 'options'],
    ['$set', '$set_once', '$unset', '$groups', 'groups'],
    ['api_key', 'token', '$token', 'batch', 'sent_at', 'created_at', 'historical_migration'],
    ['type', 'library', 'library_version', 'messageId', 'message_id', 'send_feature_flags'],
  ].flat(),
)

function hasUnknownField(sent: SentEvent): boolean {
  for (const name in sent) if (!FIELDS.has(name) && isGiven(sent[name]) && !isV1Field(name, sent)) return true
  return hasUnknownOption(sent.options)
}

// An event without `options` does not belong to the v1 protocol.
const isV1Field = (name: string, { options }: SentEvent) =>
  (name === 'session_id' || name === 'window_id') && isMap(options)

function hasUnknownOption(options: unknown): boolean {
  if (!isMap(options)) return isGiven(options) && !isEmptyList(options)
  return Object.entries(options).some(([name, value]) => isGiven(value) && !isV1Option(name, value))
}
