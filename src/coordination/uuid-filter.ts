/** An event that is about to be stored. */
export interface ClaimedEvent {
  readonly uuid: string
  /** The time that it is stored with, in epoch ms. */
  readonly timestampMs: number
  /** Whether its uuid is stored in `unanchored_event` as well. */
  readonly isUnanchored: boolean
}

/** Uuids that may be stored already, and where. A uuid that is in neither set may still be stored before `recentFromDay`. */
export interface UuidClaim {
  /** Days are UTC, counted from 1970. */
  readonly recentFromDay: number
  /** Uuids that may be stored on `recentFromDay` or later. */
  readonly recent: ReadonlySet<string>
  /** Uuids that may be in `unanchored_event`. */
  readonly unanchored: ReadonlySet<string>
}

/**
 * Tells which uuids the event store may have among its recent days, and among the events that no time finds. A wrong "may be
 * stored" costs a look-up; a uuid that is stored there must never be left out.
 */
export interface UuidFilter {
  /** From now on these uuids may be stored. To be called before the events are inserted, with each uuid once. */
  claim(projectId: number, events: readonly ClaimedEvent[]): Promise<UuidClaim>
}
