import type { UuidClaim } from '#coordination/uuid-filter.ts'
import type { CapturedEvent } from '#ingest/captured-event.ts'
import { ANCHOR_REACH_MS } from '#ingest/steps/event-anchor.ts'
import { STORABLE } from '#sql/events.ts'

const DAY_MS = 86_400_000
/** Returns the UTC day, counted from 1970. */
export const dayOf = (epochMs: number): number => Math.floor(epochMs / DAY_MS)

/** The days on which the event store may have the row of an event. */
export interface WhereStored {
  /** The row may be on a day from `recentFromDay` of the {@link UuidClaim} on. */
  readonly isRecent: boolean
  /** The row may be on the days that `unanchored_event` has for its uuid. */
  readonly isUnanchored: boolean
  /** Further days on which the row may be, counted from 1970. */
  readonly days: readonly number[]
}

const NOWHERE: readonly number[] = []

/**
 * Returns where to look for a stored event with this uuid; null if the event is certainly new. A repetition
 * has the same anchor as the stored event. The stored event is on a day within reach of this anchor, or else
 * `unanchored_event` has its day. The claim comes from a filter that covers only recent days. Earlier days
 * are always looked at if the anchor reaches them.
 */
export function whereStored(
  event: Pick<CapturedEvent, 'uuid' | 'isUuidSent' | 'anchorMs'>,
  claim: UuidClaim,
): WhereStored | null {
  if (!event.isUuidSent) return null
  const isRecent = claim.recent.has(event.uuid)
  const isUnanchored = claim.unanchored.has(event.uuid)
  const days = event.anchorMs === null ? NOWHERE : uncoveredDays(event.anchorMs, claim.recentFromDay)
  return isRecent || isUnanchored || days.length > 0 ? { isRecent, isUnanchored, days } : null
}

// The anchor reaches half a day in both directions, so the range ends on the day of the anchor or on a
// neighbouring day.
function uncoveredDays(anchorMs: number, recentFromDay: number): readonly number[] {
  const first = dayOf(Math.max(anchorMs - ANCHOR_REACH_MS, STORABLE.fromMs))
  if (first >= recentFromDay) return NOWHERE
  const last = dayOf(Math.min(anchorMs + ANCHOR_REACH_MS, STORABLE.toMs - 1))
  return first === last ? [first] : [first, last]
}
