import type { PersonStatement } from '#ingest/captured-event.ts'
import type { SentMap } from '#ingest/wire/sent-map.ts'
import { storableName } from '#shared/storable-name.ts'

export interface MergeReading {
  readonly merge: PersonStatement['merge']
  /** Whether a merge was asked for with an id that names nobody. */
  readonly isIllegal: boolean
}

const NO_MERGE: MergeReading = { merge: null, isIllegal: false }
const ILLEGAL: MergeReading = { merge: null, isIllegal: true }

/** The events that say who somebody is, and the property that holds the other id. They always ask for a person. */
const OTHER_ID: ReadonlyMap<string, string> = new Map([
  ['$identify', '$anon_distinct_id'],
  ['$create_alias', 'alias'],
  ['$merge_dangerously', 'alias'],
])
export const namesPerson = (eventName: string): boolean => OTHER_ID.has(eventName)

/** Which other distinct id is the same person according to the event. */
export function mergeStatement(eventName: string, distinctId: string, properties: SentMap): MergeReading {
  const property = OTHER_ID.get(eventName)
  const sent = property === undefined ? undefined : properties[property]
  if (sent === undefined || sent === null) return NO_MERGE
  const other = storableName(sent)
  if (other === distinctId) return NO_MERGE
  if (isIllegalId(other) || isIllegalId(distinctId)) return ILLEGAL
  return { merge: { other, isForced: eventName === '$merge_dangerously' }, isIllegal: false }
}

// What programs send where they know no id. To join these would make one person of all visitors.
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

/** Whether a distinct id names nobody, in quotes or not. */
export function isIllegalId(id: string): boolean {
  const [, , unquoted = id] = /^(["'])(.*)\1$/s.exec(id) ?? []
  return (
    unquoted.trim() === '' || ILLEGAL_EXACTLY.has(unquoted) || ILLEGAL_IN_ANY_CASE.has(unquoted.toLowerCase())
  )
}
