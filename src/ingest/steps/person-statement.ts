import type { PersonStatement } from '#ingest/captured-event.ts'
import { isPlaceholderId } from '#ingest/visitors/placeholder-ids.ts'
import { filledMap, isMap, type SentMap } from '#ingest/wire/sent-map.ts'
import { plainText } from '#shared/json-text.ts'
import { storableName } from '#shared/storable-name.ts'
import { identifiesPerson, mergeStatement } from './merge-statement.ts'

export interface PersonResult {
  readonly person: PersonStatement
  /** Whether the event asks for a merge with an id that cannot belong to a person. */
  readonly hasIllegalMerge: boolean
}

// Most events say nothing about their person, and share these objects.
const SAYS_NOTHING = Object.freeze({ setOnce: null, set: null, unset: null, merge: null })
const PROFILE_ONLY: PersonResult = Object.freeze({
  person: Object.freeze({ hasProfile: true, ...SAYS_NOTHING }),
  hasIllegalMerge: false,
})
const NO_PROFILE: PersonResult = Object.freeze({
  person: Object.freeze({ hasProfile: false, ...SAYS_NOTHING }),
  hasIllegalMerge: false,
})

/**
 * Returns what the event says about its person. These events say nothing:
 * - an event that asks for no person (`$process_person_profile: false`), unless it identifies one,
 * - an event under an id that SDKs send for everybody,
 * - a `$groupidentify` without a person.
 *
 * Any other event that does not identify a person also sets the origin of the person once
 * (`$initial_utm_source` and similar properties), unless the client has set it.
 */
export function personStatement(eventName: string, distinctId: string, properties: SentMap): PersonResult {
  const isIdentifying = identifiesPerson(eventName)
  if (!isIdentifying && isOff(properties.$process_person_profile)) return NO_PROFILE
  if (isOfGroupAlone(eventName, distinctId, properties)) return NO_PROFILE
  const { merge, isIllegal } = mergeStatement(eventName, distinctId, properties)
  if (isPlaceholderId(distinctId)) return { ...NO_PROFILE, hasIllegalMerge: isIllegal }
  const set = filledMap(properties.$set)
  const sentOnce = filledMap(properties.$set_once)
  const setOnce = isIdentifying ? sentOnce : withOrigin(sentOnce, properties)
  const unset = unsetNames(properties.$unset)
  if (set === null && setOnce === null && unset === null && merge === null && !isIllegal) return PROFILE_ONLY
  return { person: { hasProfile: true, setOnce, set, unset, merge }, hasIllegalMerge: isIllegal }
}

// Server SDKs make up a distinct id for a group that is identified without a person. It belongs to no
// person.
const isOfGroupAlone = (eventName: string, distinctId: string, { $group_type, $group_key }: SentMap) =>
  eventName === '$groupidentify' && distinctId === `$${storableName($group_type)}_${storableName($group_key)}`

const isOff = (flag: unknown) => flag === false || flag === 'false'

/**
 * Returns the property names of an `$unset`: the entries of a list, or the keys of a map. Null if there are
 * none.
 */
export function unsetNames(value: unknown): readonly string[] | null {
  if (isMap(value)) return nonEmpty(Object.keys(value))
  return Array.isArray(value)
    ? nonEmpty(value.filter((name) => typeof name === 'string').map(plainText))
    : null
}
const nonEmpty = (names: readonly string[]) => (names.length === 0 ? null : names)

const ORIGINS = [
  ['utm_source', '$initial_utm_source'],
  ['utm_medium', '$initial_utm_medium'],
  ['utm_campaign', '$initial_utm_campaign'],
  ['utm_content', '$initial_utm_content'],
  ['utm_term', '$initial_utm_term'],
  ['gclid', '$initial_gclid'],
  ['fbclid', '$initial_fbclid'],
  ['msclkid', '$initial_msclkid'],
  ['$referrer', '$initial_referrer'],
  ['$referring_domain', '$initial_referring_domain'],
] as const

function withOrigin(sentOnce: SentMap | null, properties: SentMap): SentMap | null {
  let added: Record<string, unknown> | null = null
  for (const [name, initial] of ORIGINS) {
    const value = properties[name]
    if (typeof value !== 'string' || value === '') continue
    if (sentOnce !== null && Object.hasOwn(sentOnce, initial)) continue
    added ??= {}
    added[initial] = value
  }
  return added === null ? sentOnce : { ...sentOnce, ...added }
}
