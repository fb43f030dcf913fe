import { STORABLE } from '../../sql/events.ts'
import type { SentEvent } from '../captured-event.ts'

/** ISO 8601 with at least a date; without an offset it is UTC. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/i

/**
 * When the event happened, in epoch ms: its `timestamp`, or the time of arrival where it has none, an unreadable one or
 * one that the store cannot hold. Arrival order is never event order.
 */
export function eventTimestamp(sent: SentEvent, receivedMs: number): number {
  const stated = readTimestamp(sent.timestamp)
  return stated >= STORABLE.fromMs && stated < STORABLE.toMs ? stated : receivedMs
}

function readTimestamp(value: unknown): number {
  if (typeof value === 'number') return Math.trunc(value)
  if (typeof value !== 'string') return Number.NaN
  const text = value.trim()
  const iso = ISO.exec(text)
  if (iso === null) return readLooseDate(text)
  const isUtcLeftOut = iso[1] === undefined && text.length > 10
  return Date.parse(`${text.replace(' ', 'T')}${isUtcLeftOut ? 'Z' : ''}`)
}

// Whatever else a JavaScript date reads, in UTC where it names no zone: never in the zone this server happens to be in.
const NAMES_ZONE = /(?:Z|UTC|GMT|[ECMP][SD]T|:\d\d.*[+-]\d\d:?\d\d)\)?$/i
const readLooseDate = (text: string) => Date.parse(NAMES_ZONE.test(text) ? text : `${text} UTC`)
