import type { PropertyShape } from './property-shape.ts'

/** An event as its client sent it: an object whose fields are not checked yet. */
export type SentEvent = Readonly<Record<string, unknown>>

/** The part of an event that says something about the person of its distinct id. */
export interface PersonStatement {
  /**
   * False if the client asked that the event makes no person. A distinct id with only such events is
   * counted, but not listed among the persons.
   */
  readonly hasProfile: boolean
  /** `$set_once`, `$set` and `$unset`, applied in this order. Each is null if the event does not have it. */
  readonly setOnce: Readonly<Record<string, unknown>> | null
  readonly set: Readonly<Record<string, unknown>> | null
  readonly unset: readonly string[] | null
  /**
   * Another distinct id of the same person. `isForced` merges the two persons even if both are identified.
   */
  readonly merge: { readonly other: string; readonly isForced: boolean } | null
}

/** One entry of the map `$groups`: the type and key of a group that the event belongs to. */
export interface GroupMention {
  readonly type: string
  readonly key: string
}
/** The content of a `$groupidentify` event: assigned properties of one group. */
export interface GroupStatement extends GroupMention {
  readonly set: Readonly<Record<string, unknown>>
}

/** An event that can be stored. */
export interface CapturedEvent {
  readonly uuid: string
  /**
   * Whether the client sent the uuid. If not, the server made it, and no stored event can have the same
   * one.
   */
  readonly isUuidSent: boolean
  /** A time in epoch ms that every repetition of the event carries; null if the event has none. */
  readonly anchorMs: number | null
  readonly name: string
  readonly distinctId: string
  /** Epoch ms. */
  readonly timestampMs: number
  /**
   * Epoch microseconds that order what events say about persons and groups: the millisecond of the event,
   * plus the event's position among the events of the same request and millisecond.
   */
  readonly atUs: number
  /** JSON text of an object, in a form that the event engine can store. */
  readonly properties: string
  readonly shape: PropertyShape
  readonly person: PersonStatement
  readonly groups: readonly GroupMention[]
  readonly groupStatement: GroupStatement | null
}
