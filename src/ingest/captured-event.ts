import type { PropertyShape } from './property-shape.ts'

/** Why an event was not stored, or not wholly as it was sent. Counted for its project under this name. */
export const DROP_REASONS = [
  'not_an_object',
  'missing_event_name',
  'missing_distinct_id',
  'properties_not_an_object',
  'event_too_large',
  'duplicate_uuid',
  /** Stored, but the engine could not read its properties: they cannot be asked about. */
  'unreadable_by_engine',
  /** `$snapshot` and what is sent to the endpoints of session replay. */
  'session_recording',
  /** What is sent to the endpoints of logs, metrics and AI observability. */
  'unsupported_product',
  /** Stored, but it names a sixth type of group, which is ignored. */
  'group_type_limit',
  /** Stored, but one of the ids it would join, such as `anonymous` or `null`, names nobody. */
  'illegal_merge_id',
  /** Stored, but not all that it says of its person or group is kept: there is too much of it. */
  'too_many_properties',
  /** Stored, but no persons were joined: the other one is identified already. */
  'refused_merge',
  /** Stored with its time of arrival: its own cannot be read, lies too far in the future, or cannot be stored. */
  'implausible_timestamp',
] as const
export type DropReason = (typeof DROP_REASONS)[number]

/** An event as its client sent it: an object that nothing has looked into yet. */
export type SentEvent = Readonly<Record<string, unknown>>

/** What an event says about the person behind its distinct id, beside having happened. */
export interface PersonStatement {
  /** False where the client asked for no person: such an id is counted and not listed. */
  readonly hasProfile: boolean
  /** `$set_once`, `$set` and `$unset`, applied in this order. Null where there is nothing. */
  readonly setOnce: Readonly<Record<string, unknown>> | null
  readonly set: Readonly<Record<string, unknown>> | null
  readonly unset: readonly string[] | null
  /** Another distinct id that is the same person. `isForced` joins even two identified persons. */
  readonly merge: { readonly other: string; readonly isForced: boolean } | null
}

/** One entry of `$groups`. */
export interface GroupMention {
  readonly type: string
  readonly key: string
}
/** A `$groupidentify`: properties of one group. */
export interface GroupStatement extends GroupMention {
  readonly set: Readonly<Record<string, unknown>>
}

/** An event on its way into the store. */
export interface CapturedEvent {
  readonly uuid: string
  readonly name: string
  readonly distinctId: string
  /** Epoch ms. */
  readonly timestampMs: number
  /**
   * Epoch microseconds by which what events say is ordered: the millisecond of the event, then its place among the
   * events of the same request and millisecond.
   */
  readonly atUs: number
  /** JSON text of an object that the event engine can store. */
  readonly properties: string
  readonly shape: PropertyShape
  readonly person: PersonStatement
  readonly groups: readonly GroupMention[]
  readonly groupStatement: GroupStatement | null
}
