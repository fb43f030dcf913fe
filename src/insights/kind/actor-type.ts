/** What the actors behind a number are: persons, groups of one type, or sessions. */
export type ActorType =
  | { readonly of: 'person' }
  /** `typeIndex` is the index of the type, 0 to 4. */
  | { readonly of: 'group'; readonly typeIndex: number }
  | { readonly of: 'session' }

export const PERSONS: ActorType = { of: 'person' }

/** Returns groups of the type with this index, or persons if there is no index. */
export const groupsOrPersons = (typeIndex: number | null | undefined): ActorType =>
  typeof typeIndex === 'number' ? { of: 'group', typeIndex } : PERSONS

/** Key of an actor: the number of a person's root, the key of a group, or the id of a session. */
export type Actor = number | string
