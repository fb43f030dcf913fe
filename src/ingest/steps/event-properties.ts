import type { SentEvent } from '#ingest/captured-event.ts'
import type { SentLibrary } from '#ingest/wire/protocol.ts'
import { filledMap, isMap, type SentMap } from '#ingest/wire/sent-map.ts'
import { jsonText } from '#shared/json-text.ts'
import { elementsChain } from './elements-chain.ts'
import { unsetNames } from './person-statement.ts'
import type { StepResult } from './step-result.ts'

/**
 * Largest JSON text of an event's properties, in characters. PostHog's hosted service has the same limit for
 * one event.
 */
const MAX_CHARACTERS = 1024 * 1024

const NONE: SentMap = Object.freeze({})

/**
 * Returns the event's properties. Data that some clients send next to the properties is added to them:
 * - `$set`, `$set_once` and `$unset`. Each name in them wins over the same name inside the properties.
 * - The options of the v1 protocol, under the property names that the other protocols use.
 * - `$lib`, because the v1 protocol names the SDK in a header.
 * - The text of the list `$elements`.
 *
 * An empty list counts as no properties, because PHP sends one for an empty map.
 */
export function eventProperties(sent: SentEvent, library: SentLibrary | null = null): StepResult<SentMap> {
  const properties = sent.properties ?? NONE
  const isEmptyList = Array.isArray(properties) && properties.length === 0
  if (!isMap(properties) && !isEmptyList) return { dropped: 'properties_not_an_object' }
  const inside = isMap(properties) ? properties : NONE
  const added = fieldsBeside(sent, inside, library)
  // The properties are copied only if something is added: the copy costs more than everything else here.
  return { kept: added === null ? inside : { ...inside, ...added } }
}

function fieldsBeside(sent: SentEvent, inside: SentMap, library: SentLibrary | null): SentMap | null {
  const set = merged(sent.$set, inside.$set)
  const setOnce = merged(sent.$set_once, inside.$set_once)
  const unset = sent.$unset === undefined ? null : unsetNames(sent.$unset)
  const options = isMap(sent.options) ? v1Properties(sent, sent.options, inside, library) : null
  const chain = elementsChain(inside)
  if (set === null && setOnce === null && unset === null && options === null && chain === null) return null
  return {
    ...options,
    ...(set && { $set: set }),
    ...(chain !== null && { $elements_chain: chain }),
    ...(setOnce && { $set_once: setOnce }),
    ...(unset && { $unset: [...(unsetNames(inside.$unset) ?? []), ...unset] }),
  }
}

/**
 * Merges a field of the event, such as `$set`, into the property of the same name. Returns null if the event
 * does not have the field; the property then stays as it is.
 */
function merged(onEvent: unknown, inside: unknown): SentMap | null {
  const outer = filledMap(onEvent)
  return outer === null ? null : { ...filledMap(inside), ...outer }
}

const V1_OPTIONS = [
  ['process_person_profile', '$process_person_profile'],
  ['disable_skew_correction', '$ignore_sent_at'],
  ['cookieless_mode', '$cookieless_mode'],
  ['product_tour_id', '$product_tour_id'],
] as const
/**
 * Whether an option of an event of the v1 protocol becomes a property. Its value must be a text or a
 * boolean.
 */
export const isV1Option = (name: string, value: unknown): boolean =>
  isScalar(value) && V1_OPTIONS.some(([option]) => option === name)

const V1_FIELDS = [
  ['session_id', '$session_id'],
  ['window_id', '$window_id'],
] as const

function v1Properties(
  sent: SentEvent,
  options: SentMap,
  inside: SentMap,
  library: SentLibrary | null,
): SentMap | null {
  const given = [
    ...V1_OPTIONS.map(([option, name]) => [name, options[option]] as const),
    ...V1_FIELDS.map(([field, name]) => [name, sent[field]] as const),
    ['$lib', library?.name] as const,
    ['$lib_version', library?.version] as const,
  ]
  const isNew = ([name, value]: readonly [string, unknown]) => isScalar(value) && !Object.hasOwn(inside, name)
  return filledMap(Object.fromEntries(given.filter(isNew)))
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'boolean'

/** Returns the properties as JSON text that the event engine can store. */
export function propertiesText(properties: SentMap): StepResult<string> {
  const text = jsonText(properties)
  return text.length > MAX_CHARACTERS ? { dropped: 'event_too_large' } : { kept: text }
}
