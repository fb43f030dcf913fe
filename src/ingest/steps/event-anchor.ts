import type { CapturedEvent } from '#ingest/captured-event.ts'
import { STORABLE } from '#sql/events.ts'

const HOUR_MS = 3_600_000
/**
 * Largest difference between an event's anchor and its stored time. If the difference is larger, the anchor
 * does not find the event. The value is larger than the UTC offset of most time zones, because some clocks
 * are set to local time. It is less than a day, so a look-up reads at most two days.
 */
export const ANCHOR_REACH_MS = 12 * HOUR_MS

/**
 * The versions of a UUID, by RFC 9562, that are random or contain a time. A uuid of these versions is made
 * once, for one event.
 */
const MADE_ONCE: ReadonlySet<string> = new Set(['1', '4', '6', '7'])
const VERSION_DIGIT = 14

/**
 * Returns the anchor of an event in epoch ms: a time that every repetition carries, however late it is sent
 * and whatever the clocks say. It is the `timestamp` as it was sent, before any correction; without a
 * timestamp, it is the time in a uuid of version 7. Null if the event has neither (`sentTimestampMs` is
 * NaN).
 * Also null if the uuid is derived from a text, because a client may send the same text again with any
 * timestamp. Also null if the time is outside the range of the store.
 */
export function eventAnchor(uuid: string, sentTimestampMs: number): number | null {
  const version = uuid.charAt(VERSION_DIGIT)
  if (!MADE_ONCE.has(version)) return null
  const anchorMs = Number.isNaN(sentTimestampMs) && version === '7' ? timeOf(uuid) : sentTimestampMs
  return anchorMs >= STORABLE.fromMs && anchorMs < STORABLE.toMs ? anchorMs : null
}

/** Returns the time in a uuid of version 7, in epoch ms. */
const timeOf = (uuid: string) => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)

/** Whether the anchor of an event may fail to find the day of the event when the event is sent again. */
export const isUnanchored = (
  event: Pick<CapturedEvent, 'isUuidSent' | 'anchorMs' | 'timestampMs'>,
): boolean =>
  event.isUuidSent &&
  (event.anchorMs === null || Math.abs(event.timestampMs - event.anchorMs) > ANCHOR_REACH_MS)
