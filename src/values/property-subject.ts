/** Subjects of facts about an event or a person that are not properties. */
export type MetadataSubject = 'event_metadata' | 'person_metadata'

/** Owner of a property. A group is given by the index of its type, 0 to 4. */
export type PropertySubject =
  | 'event'
  | 'person'
  | 'session'
  | 'element'
  | MetadataSubject
  | { readonly group: number }
