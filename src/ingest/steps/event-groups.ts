import type { GroupMention, GroupStatement, SentEvent } from '#ingest/captured-event.ts'
import { filledMap, isMap, type SentMap } from '#ingest/wire/sent-map.ts'
import { storableGroupKey } from '#metadata/groups/group-key.ts'
import { plainText } from '#shared/json-text.ts'
import { storableName } from '#shared/storable-name.ts'

/** A project has five types. What is looked at beyond is for telling that there are too many, and is not free. */
const MAX_MENTIONS = 10

const NO_GROUPS: readonly GroupMention[] = Object.freeze([])

/** The groups that the event belongs to: `$groups` of its properties, or where some clients put it, on the event. */
export function eventGroups(sent: SentEvent, properties: SentMap): readonly GroupMention[] {
  const sentGroups = filledMap(properties.$groups) ?? filledMap(sent.$groups) ?? filledMap(sent.groups)
  if (sentGroups === null) return NO_GROUPS
  const keys = new Map<string, string>()
  for (const [type, key] of Object.entries(sentGroups)) {
    if (keys.size === MAX_MENTIONS) break
    const mention = groupMention(type, key)
    if (mention !== null) keys.set(mention.type, mention.key)
  }
  return Array.from(keys, ([type, key]) => ({ type, key }))
}

/** What a `$groupidentify` says about its group. Null for other events and where it names none. */
export function groupStatement(eventName: string, properties: SentMap): GroupStatement | null {
  if (eventName !== '$groupidentify') return null
  const mention = groupMention(properties.$group_type, properties.$group_key)
  return mention && { ...mention, set: isMap(properties.$group_set) ? properties.$group_set : {} }
}

function groupMention(sentType: unknown, sentKey: unknown): GroupMention | null {
  const type = storableName(sentType)
  const key = groupKey(sentKey)
  return type.trim() === '' || key.trim() === '' ? null : { type, key }
}

function groupKey(sent: unknown): string {
  if (typeof sent !== 'string' && typeof sent !== 'number') return ''
  return storableGroupKey(plainText(sent))
}
