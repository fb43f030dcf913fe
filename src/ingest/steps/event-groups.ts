import type { GroupMention, GroupStatement, SentEvent } from '#ingest/captured-event.ts'
import { filledMap, isMap, type SentMap } from '#ingest/wire/sent-map.ts'
import { storableGroupKey } from '#metadata/groups/group-key.ts'
import { plainText } from '#shared/json-text.ts'
import { storableName } from '#shared/storable-name.ts'

/**
 * The most groups that are read from one event. A project has at most five group types. Groups of further
 * types only show that there are too many types, so a few of them are enough.
 */
const MAX_MENTIONS = 10

const NO_GROUPS: readonly GroupMention[] = Object.freeze([])

/**
 * Returns the groups of the event. They are read from `$groups` of its properties, or from the event
 * itself, where some clients send them.
 */
export function eventGroups(sent: SentEvent, properties: SentMap): readonly GroupMention[] {
  const groups = filledMap(sentGroups(sent, properties))
  if (groups === null) return NO_GROUPS
  const keys = new Map<string, string>()
  for (const [type, key] of Object.entries(groups)) {
    if (keys.size === MAX_MENTIONS) break
    const mention = groupMention(type, key)
    if (mention !== null) keys.set(mention.type, mention.key)
  }
  return Array.from(keys, ([type, key]) => ({ type, key }))
}

/**
 * Returns the groups as they were sent. Clients send them in one of three fields. The first field with a map
 * that is not empty is taken, or else the first field with a value of any kind.
 */
export const sentGroups = (sent: SentEvent, properties: SentMap): unknown =>
  filledMap(properties.$groups) ??
  filledMap(sent.$groups) ??
  filledMap(sent.groups) ??
  properties.$groups ??
  sent.$groups ??
  sent.groups

/** Returns what a `$groupidentify` says about its group. Null for other events and if no group is named. */
export function groupStatement(eventName: string, properties: SentMap): GroupStatement | null {
  if (eventName !== '$groupidentify') return null
  const mention = groupMention(properties.$group_type, properties.$group_key)
  return mention && { ...mention, set: isMap(properties.$group_set) ? properties.$group_set : {} }
}

/** Returns the mention of a group. Null if the type or the key cannot belong to a group. */
export function groupMention(sentType: unknown, sentKey: unknown): GroupMention | null {
  const type = storableName(sentType)
  const key = groupKey(sentKey)
  return type.trim() === '' || key.trim() === '' ? null : { type, key }
}

function groupKey(sent: unknown): string {
  if (typeof sent !== 'string' && typeof sent !== 'number') return ''
  return storableGroupKey(plainText(sent))
}
