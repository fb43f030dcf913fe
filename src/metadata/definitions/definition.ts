/** Whether a property belongs to events, persons or groups. */
export type PropertyType = 'event' | 'person' | 'group'

/** The definitions in a flush of events, each once. */
export interface SeenDefinitions {
  readonly events: readonly SeenEvent[]
  readonly properties: readonly SeenProperty[]
  readonly pairs: readonly SeenPair[]
}
export interface SeenEvent {
  readonly projectId: number
  readonly name: string
  readonly count: number
  readonly lastSeenMs: number
}
export interface SeenProperty {
  readonly projectId: number
  readonly type: PropertyType
  /** The index of the group type; -1 for a property of events or persons. */
  readonly groupTypeIndex: number
  readonly name: string
  /** The kind of the value: `String`, `Numeric`, `Boolean` or `DateTime`; null for any other value. */
  readonly kind: string | null
  readonly count: number
  readonly lastSeenMs: number
}
/** An event name with one property of the event. */
export interface SeenPair {
  readonly projectId: number
  readonly event: string
  readonly property: string
  readonly count: number
}

export interface EventDefinition {
  /** A UUID that is derived from the project and the name. */
  readonly id: string
  readonly name: string
  readonly count: number
  /** The time at which the server first saw the name. */
  readonly createdAt: string
  /** The time of the last event with the name. */
  readonly lastSeenAt: string
}
export interface PropertyDefinition extends EventDefinition {
  readonly type: PropertyType
  readonly groupTypeIndex: number | null
  readonly kind: string | null
}
/** `isSeen` says whether one of `eventNames` has the property; null if no names were given. */
export type ListedProperty = PropertyDefinition & { readonly isSeen: boolean | null }

interface Page {
  readonly limit: number
  readonly offset: number
  /** Texts that the name must contain, whatever the case of A to Z. */
  readonly search: readonly string[]
}
export interface EventDefinitionListOptions extends Page {
  readonly orderBy: 'name' | 'lastSeenAt'
  readonly isDescending: boolean
}
export interface PropertyDefinitionListOptions extends Page {
  readonly type: PropertyType
  /** The index of the group type; -1 for properties of events and persons. */
  readonly groupTypeIndex: number
  readonly eventNames: readonly string[] | null
  /** Whether only properties of `eventNames` are listed. */
  readonly isOfEventsOnly: boolean
  readonly names: readonly string[] | null
  readonly excludedNames: readonly string[]
  readonly isNumerical: boolean | null
  /** Texts with which the name must begin (`isWanted`) or must not begin. */
  readonly prefixes: readonly { readonly text: string; readonly isWanted: boolean }[]
}

/**
 * Returns the kind of a property with values of both kinds. If the kinds differ, it is `String`, since any
 * value can be used as text.
 */
export function joinKinds<Kind extends string>(a: Kind | null, b: Kind | null): Kind | 'String' | null {
  if (a === null || a === b) return b
  return b === null ? a : 'String'
}
