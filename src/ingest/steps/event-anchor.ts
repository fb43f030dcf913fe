import type { CapturedEvent } from '#ingest/captured-event.ts'
import { STORABLE } from '#sql/events.ts'

const HOUR_MS = 3_600_000
/**
 * Largest difference between the anchor of an event and its stored time with which the anchor finds it. Larger than most
 * time zones are from UTC, for clocks that are set to local time, and less than a day, so that a look-up reads two days.
 */
export const ANCHOR_REACH_MS = 12 * HOUR_MS

/** The versions of RFC 9562 that are random or have a time: such a uuid is made once, for one event. */
const MADE_ONCE: ReadonlySet<string> = new Set(['1', '4', '6', '7'])
const VERSION_DIGIT = 14

/**
 * The anchor of an event: a time that every repetition carries, however late it is sent and whatever the clocks say, in epoch
 * ms. It is the `timestamp` as it was sent, before any correction; without one, the time in a uuid of version 7. Null where the
 * event has neither (`sentTimestampMs` is NaN), and for a uuid that is made of a text: such a key may come back with any timestamp.
 */
export function eventAnchor(uuid: string, sentTimestampMs: number): number | null {
  const version = uuid.charAt(VERSION_DIGIT)
  if (!MADE_ONCE.has(version)) return null
  const anchorMs = Number.isNaN(sentTimestampMs) && version === '7' ? timeOf(uuid) : sentTimestampMs
  return anchorMs >= STORABLE.fromMs && anchorMs < STORABLE.toMs ? anchorMs : null
}

/** Of a uuid of version 7. */
const timeOf = (uuid: string) => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)

/** Whether a repetition of the event can come whose anchor does not find the day of the event. */
export const isUnanchored = (
  event: Pick<CapturedEvent, 'isUuidSent' | 'anchorMs' | 'timestampMs'>,
): boolean =>
  event.isUuidSent &&
  (event.anchorMs === null || Math.abs(event.timestampMs - event.anchorMs) > ANCHOR_REACH_MS)
