/** Whose property it is. */
export type PropertyType = 'event' | 'person' | 'group'

/** What a flush of events adds to the definitions. Each name stands once in its list. */
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
  /** -1 for events and persons. */
  readonly groupTypeIndex: number
  readonly name: string
  /** `String`, `Numeric`, `Boolean`, `DateTime`, or null. */
  readonly kind: string | null
  readonly count: number
  readonly lastSeenMs: number
}
/** An event that had a property. */
export interface SeenPair {
  readonly projectId: number
  readonly event: string
  readonly property: string
  readonly count: number
}

export interface EventDefinition {
  /** A UUID that follows from the project and the name. */
  readonly id: string
  readonly name: string
  readonly count: number
  /** When the server saw it first. */
  readonly createdAt: string
  /** When the last one happened. */
  readonly lastSeenAt: string
}
export interface PropertyDefinition extends EventDefinition {
  readonly type: PropertyType
  readonly groupTypeIndex: number | null
  readonly kind: string | null
}
/** `isSeen`: whether one of the events that were asked for has it; null where none were. */
export type ListedProperty = PropertyDefinition & { readonly isSeen: boolean | null }

interface Page {
  readonly limit: number
  readonly offset: number
  /** Parts that the name contains, all of them, whatever their case. */
  readonly search: readonly string[]
}
export interface EventDefinitionListOptions extends Page {
  readonly orderBy: 'name' | 'lastSeenAt'
  readonly isDescending: boolean
}
export interface PropertyDefinitionListOptions extends Page {
  readonly type: PropertyType
  /** -1 for events and persons. */
  readonly groupTypeIndex: number
  readonly eventNames: readonly string[] | null
  /** Whether properties that none of `eventNames` has are left out. */
  readonly isOfEventsOnly: boolean
  readonly names: readonly string[] | null
  readonly excludedNames: readonly string[]
  readonly isNumerical: boolean | null
  /** What the name begins with, or does not. */
  readonly prefixes: readonly { readonly text: string; readonly isWanted: boolean }[]
}

/** The kind of a property that was seen as both: text where they differ, since everything can be read as text. */
export function joinKinds<Kind extends string>(a: Kind | null, b: Kind | null): Kind | 'String' | null {
  if (a === null || a === b) return b
  return b === null ? a : 'String'
}
