/** An event that is about to be stored. */
export interface ClaimedEvent {
  readonly uuid: string
  /** The time with which the event is stored, in epoch ms. */
  readonly timestampMs: number
  /** Whether the event's uuid is stored in `unanchored_event` as well. */
  readonly isUnanchored: boolean
}

/**
 * The uuids that may be stored already, and where. A uuid that is in neither set may still be stored on a
 * day before `recentFromDay`.
 */
export interface UuidClaim {
  /** First day that `recent` covers: a UTC day, counted from 1970. */
  readonly recentFromDay: number
  /** Uuids that may be stored on `recentFromDay` or later. */
  readonly recent: ReadonlySet<string>
  /** Uuids that may be in `unanchored_event`. */
  readonly unanchored: ReadonlySet<string>
}

/**
 * Finds the uuids that the event store may contain, among its recent days and among the events that cannot
 * be found by their time. The filter may wrongly say that a uuid is stored, which costs a look-up. It must
 * never leave out a uuid that is stored there.
 */
export interface UuidFilter {
  /**
   * Returns which of these uuids may be stored already. From now on, each of them counts as one that may be
   * stored. Must be called before the events are inserted, with each uuid once.
   */
  claim(projectId: number, events: readonly ClaimedEvent[]): Promise<UuidClaim>
}
