/** Why an event was not stored, or stored otherwise than it was sent. Counted for its project under this name. */
export const DROP_REASONS = [
  'not_an_object',
  'missing_event_name',
  'missing_distinct_id',
  'properties_not_an_object',
  'event_too_large',
  'duplicate_uuid',
  'unreadable_by_engine',
] as const
export type DropReason = (typeof DROP_REASONS)[number]

/** An event as its client sent it: an object that nothing has looked into yet. */
export type SentEvent = Readonly<Record<string, unknown>>

/** An event on its way into the store. */
export interface CapturedEvent {
  readonly uuid: string
  readonly name: string
  readonly distinctId: string
  /** Epoch ms. */
  readonly timestampMs: number
  /** JSON text of an object that the event engine can store. */
  readonly properties: string
}
