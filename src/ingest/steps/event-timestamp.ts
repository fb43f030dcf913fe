import type { SentEvent } from '#ingest/captured-event.ts'
import { isOn } from '#ingest/wire/sent-flag.ts'
import type { SentMap } from '#ingest/wire/sent-map.ts'
import { STORABLE } from '#sql/events.ts'

/**
 * The time when a request arrived, by the server's clock, and the time when it was sent, by the client's
 * clock (null if unknown).
 */
export interface RequestTimes {
  readonly receivedMs: number
  readonly sentAtMs: number | null
}
export interface EventTime {
  /** Epoch ms within the range that the store can hold. */
  readonly timestampMs: number
  /** Whether the client sent another time, which was rejected. */
  readonly isImplausible: boolean
}

const HOUR_MS = 3_600_000
/**
 * Largest difference between the two clocks that is attributed to transport. Up to it, the client's clock
 * counts as right. A correction of such differences would order the events of two requests in the same
 * second by the speed of the network.
 */
const MAX_TRANSIT_MS = 2_000
/**
 * The most by which a client's clock may be ahead. It is larger than the largest offset of a time zone, to
 * accept clients that send local time as UTC.
 */
const MAX_AHEAD_MS = 23 * HOUR_MS

/**
 * Returns the time of the event. `sentTimestampMs` is its `timestamp`, parsed, or NaN.
 * - `offset`, in ms before arrival, wins over `timestamp`.
 * - A `timestamp` is corrected by the error of the client's clock at the time of sending, if that is known.
 * - The time of arrival replaces a time that is missing or cannot be parsed, is more than 23 hours ahead,
 *   or is outside the range of the store.
 */
export function eventTimestamp(
  sent: SentEvent,
  sentTimestampMs: number,
  properties: SentMap,
  times: RequestTimes,
): EventTime {
  const { receivedMs } = times
  const stated = statedMs(sent, sentTimestampMs, properties, times)
  if (Number.isNaN(stated)) return { timestampMs: receivedMs, isImplausible: isSent(sent.timestamp) }
  const isStorable = stated >= STORABLE.fromMs && stated < STORABLE.toMs
  return isStorable && stated <= receivedMs + MAX_AHEAD_MS
    ? { timestampMs: stated, isImplausible: false }
    : { timestampMs: receivedMs, isImplausible: true }
}

function statedMs(
  sent: SentEvent,
  timestampMs: number,
  properties: SentMap,
  { receivedMs, sentAtMs }: RequestTimes,
): number {
  if (typeof sent.offset === 'number') return receivedMs - Math.trunc(sent.offset)
  const isAsStated = sentAtMs === null || isOn(properties.$ignore_sent_at)
  if (isAsStated || Math.abs(receivedMs - sentAtMs) < MAX_TRANSIT_MS) return timestampMs
  return receivedMs + timestampMs - sentAtMs
}

const isSent = (timestamp: unknown) => timestamp !== undefined && timestamp !== null && timestamp !== ''
