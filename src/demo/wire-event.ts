import { isoInstant } from '../shared/clock.ts'
import type { Random } from './random.ts'
import { APP, type StoryEvent } from './session.ts'
import { appVersionOn, type StoryCalendar } from './story-calendar.ts'

/** An event as SDKs send it. */
export interface WireEvent {
  readonly uuid: string
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** Adds what every event of its person, page and day says. */
export function toWireEvent(story: StoryEvent, calendar: StoryCalendar, random: Random): WireEvent {
  const { person, page } = story
  const isOfProduct = page === null || page.host === APP
  return {
    uuid: uuidAt(story.atMs, random),
    event: story.name,
    distinct_id: person.distinctId,
    timestamp: isoInstant(story.atMs),
    properties: {
      ...(page === null ? { $lib: 'posthog-node' } : webProperties(story, page)),
      ...(isOfProduct && {
        app_version: appVersionOn(calendar.dayOf(story.atMs)),
        plan: person.account.plan,
      }),
      ...story.properties,
      $groups: { account: person.account.name },
      ...(story.name === 'signed up' && { $set: { name: person.name, email: person.distinctId } }),
    },
  }
}

const webProperties = ({ person }: StoryEvent, page: NonNullable<StoryEvent['page']>) => ({
  $lib: 'web',
  $browser: person.browser,
  $os: person.os,
  $device_type: person.device,
  $host: page.host,
  $pathname: page.path,
  $current_url: `https://${page.host}${page.path}`,
  $session_id: page.sessionId,
  ...(person.utmSource !== null && { utm_source: person.utmSource }),
})

/** A version 7 UUID: the time, then random bits. */
function uuidAt(atMs: number, random: Random): string {
  const time = atMs.toString(16).padStart(12, '0')
  const hex = (digits: number) =>
    random
      .integer(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0')
  const variant = (0x8000 + random.integer(0, 0x3fff)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}-${hex(6)}${hex(6)}`
}
