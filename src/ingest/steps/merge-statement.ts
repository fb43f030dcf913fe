import type { PersonStatement } from '#ingest/captured-event.ts'
import { isPlaceholderId } from '#ingest/visitors/placeholder-ids.ts'
import type { SentMap } from '#ingest/wire/sent-map.ts'
import { storableName } from '#shared/storable-name.ts'

export interface MergeResult {
  readonly merge: PersonStatement['merge']
  /** Whether the event asks for a merge with an id that cannot belong to a person. */
  readonly isIllegal: boolean
}

const NO_MERGE: MergeResult = { merge: null, isIllegal: false }
const ILLEGAL: MergeResult = { merge: null, isIllegal: true }

/**
 * Names of events that identify a person. The value is the name of the property with another id of the same
 * person. Such an event makes a person even if the client asked for none.
 */
const OTHER_ID: ReadonlyMap<string, string> = new Map([
  ['$identify', '$anon_distinct_id'],
  ['$create_alias', 'alias'],
  ['$merge_dangerously', 'alias'],
])
export const identifiesPerson = (eventName: string): boolean => OTHER_ID.has(eventName)

/** Returns the other id of the person as it was sent; undefined if the event identifies no person. */
export function sentOtherId(eventName: string, properties: SentMap): unknown {
  const property = OTHER_ID.get(eventName)
  return property === undefined ? undefined : properties[property]
}

// An `$identify` without another id asks for no merge: the event only makes its person an identified one.
const asksForMerge = (eventName: string) => OTHER_ID.get(eventName) === 'alias'

/** Returns the merge that the event asks for. */
export function mergeStatement(eventName: string, distinctId: string, properties: SentMap): MergeResult {
  const sent = sentOtherId(eventName, properties)
  if (sent === undefined || sent === null) return asksForMerge(eventName) ? ILLEGAL : NO_MERGE
  const other = storableName(sent)
  if (other === distinctId) return NO_MERGE
  if (isIllegalId(other) || isIllegalId(distinctId)) return ILLEGAL
  return { merge: { other, isForced: eventName === '$merge_dangerously' }, isIllegal: false }
}

// Placeholders that programs send in place of an id. Merging by them would turn all visitors into one
// person.
const ILLEGAL_IN_ANY_CASE: ReadonlySet<string> = new Set([
  'anonymous',
  'guest',
  'distinctid',
  'distinct_id',
  'id',
  'not_authenticated',
  'email',
  'undefined',
  'true',
  'false',
])
const ILLEGAL_EXACTLY: ReadonlySet<string> = new Set(['[object Object]', 'NaN', 'None', 'none', 'null', '0'])

/** Whether a distinct id is a placeholder that programs send in place of an id, with or without quotes. */
export function isIllegalId(id: string): boolean {
  const [, , unquoted = id] = /^(["'])(.*)\1$/s.exec(id) ?? []
  return (
    unquoted.trim() === '' ||
    isPlaceholderId(unquoted) ||
    ILLEGAL_EXACTLY.has(unquoted) ||
    ILLEGAL_IN_ANY_CASE.has(unquoted.toLowerCase())
  )
}
