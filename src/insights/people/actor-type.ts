/** The subject of the rows behind a number: persons, groups of one type, or sessions. */
export type ActorType =
  | { readonly of: 'person' }
  /** The index of the type, 0 to 4. */
  | { readonly of: 'group'; readonly typeIndex: number }
  | { readonly of: 'session' }

export const PERSONS: ActorType = { of: 'person' }

/** Groups of the type with this index; persons without one. */
export const groupsOrPersons = (typeIndex: number | null | undefined): ActorType =>
  typeof typeIndex === 'number' ? { of: 'group', typeIndex } : PERSONS
