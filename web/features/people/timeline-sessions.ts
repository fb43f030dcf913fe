import { dateFormat } from '#web/ui/formatters.ts'

/** An event of a timeline, in the form in which `events/` returns it. */
export interface TimelineEvent {
  readonly id: string
  readonly event: string
  readonly timestamp: string
  readonly distinct_id: string
  readonly properties: Readonly<Record<string, unknown>>
}

export interface TimelineSession {
  readonly key: string
  /** The events of the session, newest first. */
  readonly events: readonly TimelineEvent[]
  readonly startsAt: string
  readonly endsAt: string
  /** The device, browser and city, if they are known. */
  readonly device: string
  readonly isPhone: boolean
}
export interface TimelineDay {
  /** The calendar day in the time zone of the project: `2026-11-19`. */
  readonly date: string
  readonly sessions: readonly TimelineSession[]
}

/**
 * Events without a session id are shown as one session as long as no pause between two of them is longer
 * than this. SDKs also end a session after 30 minutes by default.
 */
const PAUSE_MS = 30 * 60_000

/**
 * Splits events, which are given newest first, into the days of a time zone, and each day into sessions. A
 * session that crosses midnight becomes two.
 */
export function timelineOf(events: readonly TimelineEvent[], timeZone: string): TimelineDay[] {
  const dateOf = dateFormat('en-CA', { timeZone })
  const days: { date: string; sessions: TimelineEvent[][] }[] = []
  for (const event of events) {
    const date = dateOf.format(new Date(event.timestamp))
    let last = days.at(-1)
    if (last?.date !== date) {
      last = { date, sessions: [] }
      days.push(last)
    }
    const session = last.sessions.at(-1)
    const later = session?.at(-1)
    if (session !== undefined && later !== undefined && areTogether(event, later)) session.push(event)
    else last.sessions.push([event])
  }
  return days.map(({ date, sessions }) => ({ date, sessions: sessions.map(toSession) }))
}

function areTogether(event: TimelineEvent, later: TimelineEvent): boolean {
  const [own, other] = [event.properties['$session_id'], later.properties['$session_id']]
  if (own !== undefined || other !== undefined) return own === other
  return Date.parse(later.timestamp) - Date.parse(event.timestamp) <= PAUSE_MS
}

function toSession(events: readonly TimelineEvent[]): TimelineSession {
  const [newest] = events
  const oldest = events.at(-1)
  if (newest === undefined || oldest === undefined) throw new Error('A session has events')
  const known = (name: string) => {
    const value = events.find(({ properties }) => typeof properties[name] === 'string')?.properties[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const kind = known('$device_type')
  const parts = [kind?.toLowerCase(), known('$browser'), known('$geoip_city_name')]
  return {
    key: newest.id,
    events,
    startsAt: oldest.timestamp,
    endsAt: newest.timestamp,
    device: parts.filter((part) => part != null).join(', '),
    isPhone: kind === 'Mobile' || kind === 'Tablet',
  }
}

/**
 * Returns the distinct id that an event joins to its person, from the time of this event on. Null if the
 * event joins no distinct id.
 */
export function joinedId({ event, distinct_id: own, properties }: TimelineEvent): string | null {
  const joined =
    event === '$identify'
      ? properties['$anon_distinct_id']
      : event === '$create_alias' || event === '$merge_dangerously'
        ? properties['alias']
        : undefined
  return typeof joined === 'string' && joined !== own ? joined : null
}
