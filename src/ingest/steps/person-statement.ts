import type { PersonStatement } from '#ingest/captured-event.ts'
import { filledMap, isMap, type SentMap } from '#ingest/wire/sent-map.ts'
import { plainText } from '#shared/json-text.ts'
import { storableName } from '#shared/storable-name.ts'
import { mergeStatement, namesPerson } from './merge-statement.ts'

export interface PersonReading {
  readonly person: PersonStatement
  /** Whether a merge was asked for with an id that names nobody. */
  readonly hasIllegalMerge: boolean
}

// Most events say nothing, and share these.
const SAYS_NOTHING = Object.freeze({ setOnce: null, set: null, unset: null, merge: null })
const PROFILE_ONLY: PersonReading = Object.freeze({
  person: Object.freeze({ hasProfile: true, ...SAYS_NOTHING }),
  hasIllegalMerge: false,
})
const NO_PROFILE: PersonReading = Object.freeze({
  person: Object.freeze({ hasProfile: false, ...SAYS_NOTHING }),
  hasIllegalMerge: false,
})

/**
 * What the event says about its person. One that asks for no person (`$process_person_profile: false`) says nothing, save
 * those that name one: they always have a profile. All others also set, once and where the client did not, where the
 * person came from: `$initial_utm_source` and the like.
 */
export function personStatement(eventName: string, distinctId: string, properties: SentMap): PersonReading {
  const isNaming = namesPerson(eventName)
  if (!isNaming && isOff(properties.$process_person_profile)) return NO_PROFILE
  if (isOfGroupAlone(eventName, distinctId, properties)) return NO_PROFILE
  const { merge, isIllegal } = mergeStatement(eventName, distinctId, properties)
  const set = filledMap(properties.$set)
  const sentOnce = filledMap(properties.$set_once)
  const setOnce = isNaming ? sentOnce : withOrigin(sentOnce, properties)
  const unset = unsetNames(properties.$unset)
  if (set === null && setOnce === null && unset === null && merge === null && !isIllegal) return PROFILE_ONLY
  return { person: { hasProfile: true, setOnce, set, unset, merge }, hasIllegalMerge: isIllegal }
}

// Server SDKs that are told of a group and of no person make up a distinct id, which is nobody's.
const isOfGroupAlone = (eventName: string, distinctId: string, { $group_type, $group_key }: SentMap) =>
  eventName === '$groupidentify' && distinctId === `$${storableName($group_type)}_${storableName($group_key)}`

const isOff = (flag: unknown) => flag === false || flag === 'false'

/** The names that an `$unset` removes: the entries of a list, the keys of a map. Null where there are none. */
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
