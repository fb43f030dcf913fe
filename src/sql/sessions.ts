import { type Fragment, identifier, join, sql, text } from '#fragments/fragment.ts'
import type { InstantRange } from '#query/date-range.ts'
import type { SessionProperty } from '#values/session-properties.ts'
import { CHANNEL_PROPERTIES, channelType } from './channel-type.ts'
import { eventsOf, STORABLE } from './events.ts'
import { propertyText } from './json-properties.ts'

const DAY_MS = 86_400_000

/** Session of an event; empty if the event has no session. */
export const sessionOf: Fragment = sql`ifNull(properties.\`$session_id\`, '')`

/**
 * `FROM` a query with one value of each session of a project. Its columns are `session` and `value`.
 * `value` is text, or null if it is missing. The query may leave out sessions in which the value is
 * missing, so a condition on the value must not be true for null.
 * A session consists of the events with one `$session_id`. They are read within the range and for one more
 * day before and after it. SDKs end a session after 24 hours, so the sessions at both ends of the range are
 * whole.
 */
export const sessionValues = (
  projectId: number,
  range: InstantRange,
  property: SessionProperty,
): Fragment => sql`FROM (
  ${property === '$channel_type' ? channels(projectId, range) : values(projectId, range, property)}
)`

const values = (
  projectId: number,
  range: InstantRange,
  property: Exclude<SessionProperty, '$channel_type'>,
) =>
  sql`SELECT
  ${sessionOf} AS session,
  CAST(${VALUES[property]()}, 'Nullable(String)') AS value
${eventsOfSessions(projectId, range, isOfView(property) ? [isView] : [])}
GROUP BY session`

/**
 * `FROM` a query with the sessions of the events that meet `conditions`. Its columns are the key of the
 * session (`session`), and `columns`, which are aggregates over the events of a session.
 */
export const sessionsOf = (
  projectId: number,
  conditions: readonly Fragment[],
  columns: readonly Fragment[],
): Fragment => sql`FROM (
  SELECT
    ${join([sql`${sessionOf} AS session`, ...columns], sql`,\n`)}
  ${eventsOf(projectId, STORABLE, [sql`session != ''`, ...conditions])}
  GROUP BY session
)`

/**
 * Returns the aggregate that computes a value of a session from its events, as text; null if the value is
 * missing.
 */
export const sessionText = (property: Exclude<SessionProperty, '$channel_type'>): Fragment =>
  VALUES[property]()

/** Returns whether only views decide this value of a session. If so, other events need not be read. */
const isOfView = (property: SessionProperty) =>
  property.startsWith('$entry_') || (property.startsWith('$end_') && property !== '$end_timestamp')

// The properties are aggregated in an inner query, and the channel is computed outside of it. If there is
// only one query, the engine (26.7) fails with an internal error, code 49.
const channels = (projectId: number, range: InstantRange) =>
  sql`SELECT
  session,
  CAST(${channelType((key) => sql`${identifier(key)}`)}, 'Nullable(String)') AS value
FROM (
  SELECT
    ${sessionOf} AS session,
    ${join(
      CHANNEL_PROPERTIES.map((key) => sql`${entryProperty(key)} AS ${identifier(key)}`),
      sql`,\n`,
    )}
  ${eventsOfSessions(projectId, range)}
  GROUP BY session
)`

const eventsOfSessions = (projectId: number, range: InstantRange, conditions: readonly Fragment[] = []) =>
  eventsOf(projectId, { fromMs: range.fromMs - DAY_MS, toMs: range.toMs + DAY_MS }, [
    sql`session != ''`,
    ...conditions,
  ])

const isView = sql`event IN ('$pageview', '$screen')`

/**
 * Returns text for the instant of an event and a property, in which the order of texts is the order of
 * time. It has eight bytes for the instant. `=` and the property follow, or nothing if the property is
 * missing. The minimum of such texts took the engine a third of the time of `argMin` by the instant and the
 * property.
 */
const inOrder = (key: string) =>
  sql`concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', ${propertyText(key)}), ''))`
const ofView = (inOrder: Fragment) =>
  sql`if(length(${inOrder}) > 8, CAST(substring(${inOrder}, 10), 'Nullable(String)'), NULL)`
/**
 * Returns the aggregate for a property of the first view of a session. Null if this view does not have the
 * property.
 */
export const entryProperty = (key: string) => ofView(sql`minIf(${inOrder(key)}, ${isView})`)
const end = (key: string) => ofView(sql`maxIf(${inOrder(key)}, ${isView})`)

const countOf = (event: string) => sql`toString(countIf(event = ${text(event)}))`
const pathOf = (url: Fragment) => sql`path(${url})`
const hostOf = (url: Fragment) => sql`domain(${url})`
const durationMs = sql`toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(min(ts))`
const inUtc = (instant: Fragment) => sql`concat(toString(${instant}), 'Z')`

/** A bounce is a session with at most one view, no autocaptured event and a duration under 10 seconds. */
const isBounce = sql`countIf(${isView}) <= 1 AND countIf(event = '$autocapture') = 0 AND ${durationMs} < 10000`

/** Aggregates for the values of a session, as text. Null means that the value is missing. */
const VALUES: Readonly<Record<Exclude<SessionProperty, '$channel_type'>, () => Fragment>> = {
  $session_duration: () => sql`toString((${durationMs}) / 1000)`,
  $pageview_count: () => countOf('$pageview'),
  $screen_count: () => countOf('$screen'),
  $autocapture_count: () => countOf('$autocapture'),
  $event_count: () => sql`toString(count())`,
  $start_timestamp: () => inUtc(sql`min(ts)`),
  $end_timestamp: () => inUtc(sql`max(ts)`),
  $entry_current_url: () => entryProperty('$current_url'),
  $entry_pathname: () => pathOf(entryProperty('$current_url')),
  $entry_hostname: () => hostOf(entryProperty('$current_url')),
  $end_current_url: () => end('$current_url'),
  $end_pathname: () => pathOf(end('$current_url')),
  $end_hostname: () => hostOf(end('$current_url')),
  $entry_referring_domain: () => entryProperty('$referring_domain'),
  $entry_utm_source: () => entryProperty('utm_source'),
  $entry_utm_medium: () => entryProperty('utm_medium'),
  $entry_utm_campaign: () => entryProperty('utm_campaign'),
  $entry_utm_term: () => entryProperty('utm_term'),
  $entry_utm_content: () => entryProperty('utm_content'),
  $entry_gclid: () => entryProperty('gclid'),
  $is_bounce: () => sql`if(${isBounce}, 'true', 'false')`,
}
