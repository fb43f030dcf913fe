import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'

/** The properties of a session that are numbers. They are compared only with numbers. */
export const SESSION_NUMBERS = [
  '$session_duration',
  '$pageview_count',
  '$screen_count',
  '$autocapture_count',
  '$event_count',
] as const
export const SESSION_PROPERTIES = [
  ...SESSION_NUMBERS,
  '$start_timestamp',
  '$end_timestamp',
  '$entry_current_url',
  '$entry_pathname',
  '$entry_hostname',
  '$end_current_url',
  '$end_pathname',
  '$end_hostname',
  '$entry_referring_domain',
  '$entry_utm_source',
  '$entry_utm_medium',
  '$entry_utm_campaign',
  '$entry_utm_term',
  '$entry_utm_content',
  '$entry_gclid',
  '$channel_type',
  '$is_bounce',
] as const
export type SessionProperty = (typeof SESSION_PROPERTIES)[number]

/** Other names of these properties, which older clients send, each with the name in the list above. */
const ALIASES: Readonly<Record<string, SessionProperty>> = {
  duration: '$session_duration',
  $exit_current_url: '$end_current_url',
  $exit_pathname: '$end_pathname',
  $initial_referring_domain: '$entry_referring_domain',
}

export const isSessionNumber = (key: string): boolean =>
  (SESSION_NUMBERS as readonly (string | null)[]).includes(sessionPropertyOf(key))

/**
 * Returns the property of a session with this key, which may be an older name. Null if sessions do not have
 * such a property.
 */
export const sessionPropertyOf = (key: string): SessionProperty | null =>
  SESSION_PROPERTIES.find((name) => name === key) ??
  (Object.hasOwn(ALIASES, key) ? (ALIASES[key] ?? null) : null)

/**
 * Returns the property of a session with this key. @throws RequestError if sessions do not have such a
 * property.
 */
export function requireSessionProperty(key: string, path: Path): SessionProperty {
  const property = sessionPropertyOf(key)
  if (property !== null) return property
  throw invalid(
    'invalid_choice',
    `Sessions have no property "${key}": use ${SESSION_PROPERTIES.join(', ')}.`,
    attrOf(path),
  )
}
