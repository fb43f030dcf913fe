import type { InstantRange } from '#query/date-range.ts'
import type { SessionProperty } from '#query/session-properties.ts'
import { CHANNEL_PROPERTIES, channelType } from './channel-type.ts'
import { eventsOf, STORABLE } from './events.ts'
import { type Fragment, identifier, join, sql, text } from './fragment.ts'
import { propertyText } from './json-properties.ts'

const DAY_MS = 86_400_000

/** The session of an event; empty where it has none. */
export const sessionOf: Fragment = sql`ifNull(properties.\`$session_id\`, '')`

/**
 * The sessions of a project, each with a value of it: `FROM` a query with `session` and `value`, which is text, or null where it is
 * missing. A session that has no such value may be left out, so that a condition on the value must not hold for null. A session is
 * the events of one `$session_id` in the range and a day to both sides, because SDKs end a session after 24 hours: the sessions at the
 * edges of the range are whole.
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
 * The sessions of events that these conditions hold for: `FROM` a query with `session`, and a column for each of `columns`, which are
 * aggregates of the events of a session.
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

/** A value of a session as text, an aggregate of its events. Null is a missing value. */
export const sessionText = (property: Exclude<SessionProperty, '$channel_type'>): Fragment =>
  VALUES[property]()

/** Whether a session without a view has no such value, so that the other events need not be read. */
const isOfView = (property: SessionProperty) =>
  property.startsWith('$entry_') || (property.startsWith('$end_') && property !== '$end_timestamp')

// In two queries: in one the engine (26.7) gives up with an internal error, code 49.
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
 * Eight bytes whose order is that of time, then the property behind a byte of its own, and nothing where it is missing. The least of such
 * texts took the engine a third of the time of `argMin` by the instant and the property.
 */
const inOrder = (key: string) =>
  sql`concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', ${propertyText(key)}), ''))`
const ofView = (inOrder: Fragment) =>
  sql`if(length(${inOrder}) > 8, CAST(substring(${inOrder}, 10), 'Nullable(String)'), NULL)`
/** A property of the first view of a session as an aggregate of its events, null where it has none. */
export const entryProperty = (key: string) => ofView(sql`minIf(${inOrder(key)}, ${isView})`)
const end = (key: string) => ofView(sql`maxIf(${inOrder(key)}, ${isView})`)

const countOf = (event: string) => sql`toString(countIf(event = ${text(event)}))`
const pathOf = (url: Fragment) => sql`path(${url})`
const hostOf = (url: Fragment) => sql`domain(${url})`
const durationMs = sql`toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(min(ts))`
const inUtc = (instant: Fragment) => sql`concat(toString(${instant}), 'Z')`

/** A session with one view, no autocaptured event and less than 10 seconds. */
const isBounce = sql`countIf(${isView}) <= 1 AND countIf(event = '$autocapture') = 0 AND ${durationMs} < 10000`

/** The values of a session as text, as aggregates of its events. Null is a missing value. */
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
