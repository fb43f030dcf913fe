/** The copies of the metadata in the event store. */
export const MIRRORS = ['persons', 'person_root', 'groups', 'cohort_person'] as const
export type Mirror = (typeof MIRRORS)[number]
/** The tables other than `events` that have rows of a project: the copies, and days of events. */
export const PROJECT_TABLES = [...MIRRORS, 'unanchored_event'] as const
export type ProjectTable = (typeof PROJECT_TABLES)[number]
