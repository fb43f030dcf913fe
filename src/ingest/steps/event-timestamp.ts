import type { SentEvent } from '#ingest/captured-event.ts'
import { readInstant } from '#ingest/wire/sent-instant.ts'
import type { SentMap } from '#ingest/wire/sent-map.ts'
import { STORABLE } from '#sql/events.ts'

/** When a request came, by the server's clock, and when it was sent, by the client's own; null where it did not say. */
export interface RequestTimes {
  readonly receivedMs: number
  readonly sentAtMs: number | null
}
export interface EventTime {
  /** Epoch ms, storable. */
  readonly timestampMs: number
  /** Whether the client stated another time, which was not believed. */
  readonly isImplausible: boolean
}

const HOUR_MS = 3_600_000
/**
 * What a request may be under way. A clock that is off by less is taken as right: what two requests say in the same second
 * would otherwise be ordered by the network.
 */
const MAX_TRANSIT_MS = 2_000
/** How far a clock may be ahead: as far as time zones can, for clients that send local time as UTC. */
const MAX_AHEAD_MS = 23 * HOUR_MS

/**
 * When the event happened. Its `offset`, ms before arrival, decides before its `timestamp`, which is read by the client's
 * clock where that is known: a clock that is wrong is wrong by the same amount when it sends. The time of arrival
 * stands in for none, an unreadable one, one more than 23 hours ahead and one that the store cannot hold.
 */
export function eventTimestamp(sent: SentEvent, properties: SentMap, times: RequestTimes): EventTime {
  const { receivedMs } = times
  const stated = statedMs(sent, properties, times)
  if (Number.isNaN(stated)) return { timestampMs: receivedMs, isImplausible: isGiven(sent.timestamp) }
  const isStorable = stated >= STORABLE.fromMs && stated < STORABLE.toMs
  return isStorable && stated <= receivedMs + MAX_AHEAD_MS
    ? { timestampMs: stated, isImplausible: false }
    : { timestampMs: receivedMs, isImplausible: true }
}

function statedMs(sent: SentEvent, properties: SentMap, { receivedMs, sentAtMs }: RequestTimes): number {
  if (typeof sent.offset === 'number') return receivedMs - Math.trunc(sent.offset)
  const timestampMs = readInstant(sent.timestamp)
  const isAsStated = sentAtMs === null || isOn(properties.$ignore_sent_at)
  if (isAsStated || Math.abs(receivedMs - sentAtMs) < MAX_TRANSIT_MS) return timestampMs
  return receivedMs + timestampMs - sentAtMs
}

const isGiven = (timestamp: unknown) => timestamp !== undefined && timestamp !== null && timestamp !== ''

const isOn = (flag: unknown) => flag === true || flag === 1 || flag === 'true' || flag === '1'
