/**
 * The kinds of data that a project has in addition to its events.
 * - `people`: which distinct ids belong to which person. Merges and deletions change it.
 * - `person_properties`, `group_properties`: which persons and groups exist, and their properties. `$set`
 *   and `$groupidentify` change them.
 * - `cohort_members`: the persons that were added to static cohorts.
 */
export const BESIDE_EVENTS = ['people', 'person_properties', 'group_properties', 'cohort_members'] as const
export type BesideEvents = (typeof BESIDE_EVENTS)[number]

/** A change to the data of a project that is about to happen. */
export type DataChange = { readonly projectId: number } & (
  | { readonly what: 'events'; readonly names: Iterable<string> }
  | { readonly what: BesideEvents | 'everything' }
)

/** The data that a question reads: events of some names or of all names, and data other than events. */
export interface ReadData {
  readonly events: readonly string[] | 'any'
  readonly beside: readonly BesideEvents[]
}

/** Ends a change. The outcome is `unknown` if the change failed and may still become visible at any time. */
export type EndChange = (outcome?: 'unknown') => Promise<void>

/**
 * Versions of the data that questions read, so that a cached result can be compared with the present data. A
 * new version is on disk before a change begins. If no question has read the data since its last version,
 * the data gets no new version, so writing it costs nothing.
 */
export interface DataVersions {
  /**
   * Begins a change. Must be called before the data changes. Resolves with a function that the caller must
   * call when the change is visible or has failed. A cached result whose computation began before this call
   * has a version that never equals the present version again.
   */
  begin(changes: readonly DataChange[]): Promise<EndChange>
  /**
   * Returns the version of the data that a question is about to read. Equal texts mean equal data. A cached
   * result keeps the version that was read before its computation. If that version equals the present one,
   * the result lacks no event that was acknowledged, even after a restart. While a change is under way, a
   * question may miss the changed data, but the version that it gets then never equals a later version.
   */
  present(projectId: number, read: ReadData): Promise<string>
}
