import { isoInstant } from '#shared/clock.ts'
import { ACCOUNT_GROUP_TYPE } from './accounts.ts'
import type { Random } from './random.ts'
import { APP, type Page, type StoryEvent } from './session.ts'
import { appVersionOn, type StoryCalendar } from './story-calendar.ts'
import { uuidAt } from './uuid.ts'
import { originProperties, type Visitor } from './visitor.ts'

/** An event in the form that SDKs send. */
export interface WireEvent {
  readonly uuid: string
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** Adds the properties that all events of the visitor, page and day have. */
export function toWireEvent(story: StoryEvent, calendar: StoryCalendar, random: Random): WireEvent {
  const { visitor, page } = story
  const { account } = visitor.person
  const isOfProduct = page === null || page.host === APP
  return {
    uuid: uuidAt(story.atMs, random),
    event: story.name,
    distinct_id: visitor.distinctId,
    timestamp: isoInstant(story.atMs),
    properties: {
      ...(page === null ? { $lib: 'posthog-node' } : webProperties(visitor, page)),
      ...(isOfProduct && { app_version: appVersionOn(calendar.dayOf(story.atMs)) }),
      ...(isOfProduct && isAccountKnown(story) && { plan: account.plan }),
      ...story.properties,
      ...(isAccountKnown(story) && { $groups: { [ACCOUNT_GROUP_TYPE]: account.domain } }),
    },
  }
}

/**
 * Returns whether the product knows the account. It looks the account up after the sign-in, so it does not
 * know the account of an anonymous visitor, nor at the sign-in itself.
 */
const isAccountKnown = ({ name, visitor }: StoryEvent) =>
  visitor.distinctId === visitor.person.email && name !== '$identify'

const webProperties = ({ person, setup }: Visitor, page: Page) => ({
  $lib: 'web',
  $browser: setup.browser,
  $os: setup.os,
  $device_type: setup.device,
  $host: page.host,
  $pathname: page.path,
  $current_url: `https://${page.host}${page.path}`,
  $session_id: page.sessionId,
  ...originProperties(person),
})
