import { COOKIELESS_ID, isCookieless, mayNeedVisitorId } from '#ingest/visitors/placeholder-ids.ts'
import type { VisitorFacts, VisitorIdOf } from '#ingest/visitors/visitor-ids.ts'
import { isMap, type SentMap } from '#ingest/wire/sent-map.ts'
import { identifiesPerson } from './merge-statement.ts'

/** What a request says about its visitors, and the function that makes ids of visitors from it. */
export interface Visitors {
  /**
   * Facts from the connection and its headers. They are used for events whose properties do not have them.
   */
  readonly facts: VisitorFacts
  readonly idOf: VisitorIdOf
}

/** The distinct id and properties with which an event is stored. */
export interface VisitorEvent {
  readonly distinctId: string
  readonly properties: SentMap
  /**
   * The distinct id under which the event makes statements about persons. It is a placeholder if the event
   * must not be joined to a person.
   */
  readonly spokenId: string
}

/**
 * Replaces the placeholder that browsers without a cookie send as the id of every visitor. The event gets
 * the id of its visitor on this day, and loses the address and the user agent.
 * An event may have the placeholder without saying that its browser stores nothing. Then `spokenId` stays
 * the placeholder: SDKs of servers pass the placeholder on for several visitors, who must not become one
 * person. An event with neither the placeholder nor such a statement stays as it is.
 */
export function visitorEvent(
  eventName: string,
  distinctId: string,
  properties: SentMap,
  timestampMs: number,
  visitors: Visitors | null,
): VisitorEvent {
  const isFlagged = isCookieless(properties)
  if (visitors === null || !(isFlagged || distinctId === COOKIELESS_ID))
    return { distinctId, properties, spokenId: distinctId }
  const id = visitors.idOf(factsOf(properties, visitors.facts), timestampMs)
  const replaced = withId(withoutVisitor(properties), id, isFlagged)
  if (distinctId !== COOKIELESS_ID) return { distinctId, properties: replaced, spokenId: distinctId }
  // A visitor signs in under an id of their own. So an event that identifies a person, but has the
  // placeholder of all visitors as its distinct id, must join nobody.
  const isVisitor = isFlagged && !identifiesPerson(eventName)
  return { distinctId: id, properties: replaced, spokenId: isVisitor ? id : COOKIELESS_ID }
}

// `alias` is not in this list: an alias that stands for all visitors must join nobody.
const IDS = ['distinct_id', '$distinct_id', '$device_id', '$user_id', '$session_id']

function withId(properties: SentMap, id: string, isFlagged: boolean): SentMap {
  const ids = Object.fromEntries(
    [...IDS, ...(isFlagged ? ['$anon_distinct_id'] : [])].flatMap((name) =>
      properties[name] === COOKIELESS_ID ? [[name, id]] : [],
    ),
  )
  const hasSession = isText(properties.$session_id) && properties.$session_id !== COOKIELESS_ID
  return { ...properties, ...ids, ...(isFlagged && !hasSession && { $session_id: id }) }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const textOf = (value: unknown, otherwise: string) => (isText(value) ? value : otherwise)

// A server that passes on the events of others sends the address of the visitor in `$ip`.
const factsOf = ({ $ip, $raw_user_agent, $host }: SentMap, facts: VisitorFacts): VisitorFacts => ({
  address: textOf($ip, facts.address),
  userAgent: textOf($raw_user_agent, facts.userAgent),
  host: textOf($host, facts.host),
})

const OF_VISITOR: ReadonlySet<string> = new Set(
  ['$ip', '$raw_user_agent', '$user_agent'].flatMap((name) => [name, name.replace('$', '$initial_')]),
)
const ASSIGNMENTS: ReadonlySet<string> = new Set(['$set', '$set_once'])

/** Returns the properties without the address and the user agent of a visitor. */
function withoutVisitor(properties: SentMap): SentMap {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(properties)) {
    if (OF_VISITOR.has(name)) continue
    setOwn(kept, name, ASSIGNMENTS.has(name) && isMap(value) ? withoutVisitor(value) : value)
  }
  return kept
}

/** Assigns a property, even if its name is `__proto__`. */
const setOwn = (map: Record<string, unknown>, name: string, value: unknown) =>
  Object.defineProperty(map, name, { value, enumerable: true, writable: true, configurable: true })

/**
 * Returns a sent event in the form that may be stored as a sample of a dropped event. If it may come from a
 * visitor without a cookie, the address and the user agent are left out.
 */
export function sampleWithoutVisitor(sent: unknown): unknown {
  if (!mayNeedVisitorId(sent) || !isMap(sent)) return sent
  const bare = withoutVisitor(sent)
  return isMap(sent.properties) ? { ...bare, properties: withoutVisitor(sent.properties) } : bare
}
