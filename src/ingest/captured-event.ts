import type { PropertyShape } from './property-shape.ts'

/** An event as its client sent it: an object whose fields are not checked yet. */
export type SentEvent = Readonly<Record<string, unknown>>

/** The part of an event that is about the person behind its distinct id. */
export interface PersonStatement {
  /** False where the client asked for no person: such a distinct id is counted and not listed. */
  readonly hasProfile: boolean
  /** `$set_once`, `$set` and `$unset`, applied in this order. Null where the event has none. */
  readonly setOnce: Readonly<Record<string, unknown>> | null
  readonly set: Readonly<Record<string, unknown>> | null
  readonly unset: readonly string[] | null
  /** Another distinct id of the same person. `isForced` merges even two identified persons. */
  readonly merge: { readonly other: string; readonly isForced: boolean } | null
}

/** An entry of `$groups`. */
export interface GroupMention {
  readonly type: string
  readonly key: string
}
/** A `$groupidentify`: properties of one group. */
export interface GroupStatement extends GroupMention {
  readonly set: Readonly<Record<string, unknown>>
}

/** An event that can be stored. */
export interface CapturedEvent {
  readonly uuid: string
  /** Whether the client sent the uuid; one that was made here is new. */
  readonly isUuidSent: boolean
  /** A time that every repetition of the event carries, in epoch ms; null where there is none. */
  readonly anchorMs: number | null
  readonly name: string
  readonly distinctId: string
  /** Epoch ms. */
  readonly timestampMs: number
  /**
   * Epoch microseconds that order the statements of events: the millisecond of the event, then its place among the events
   * of the same request and millisecond.
   */
  readonly atUs: number
  /** JSON text of an object, in a form that the event engine can store. */
  readonly properties: string
  readonly shape: PropertyShape
  readonly person: PersonStatement
  readonly groups: readonly GroupMention[]
  readonly groupStatement: GroupStatement | null
}
