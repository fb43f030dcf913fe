/**
 * The data of a project beside its events. `people`: which distinct ids belong to which person, changed by merges and deletions.
 * `person_properties`, `group_properties`: which persons and groups there are and what is known of them, changed by `$set` and
 * `$groupidentify`. `cohort_members`: the persons that were added to static cohorts.
 */
export const BESIDE_EVENTS = ['people', 'person_properties', 'group_properties', 'cohort_members'] as const
export type BesideEvents = (typeof BESIDE_EVENTS)[number]

/** A change that is about to happen to the data of a project. */
export type DataChange = { readonly projectId: number } & (
  | { readonly what: 'events'; readonly names: Iterable<string> }
  | { readonly what: BesideEvents | 'everything' }
)

/** The data that a question reads: events of these names, or of any, and data beside them. */
export interface ReadData {
  readonly events: readonly string[] | 'any'
  readonly beside: readonly BesideEvents[]
}

/** Ends a change: `unknown` where it failed in a way that leaves open whether and when it becomes visible. */
export type EndChange = (outcome?: 'unknown') => Promise<void>

/**
 * Versions of the data that questions read, on disk before a change begins, so that cached results can be compared with
 * the data of now. Data that no question has read since its last version gets no new one: writing costs nothing then.
 */
export interface DataVersions {
  /**
   * To be called before data changes. The function that it resolves to is called when the change is visible or has failed.
   * From this call on no cached result that was begun earlier has the present version.
   */
  begin(changes: readonly DataChange[]): Promise<EndChange>
  /**
   * The version of the data that a question is about to read. Equal texts are equal data: a cached result whose version,
   * taken before it was computed, is the present one lacks no event that was acknowledged, also after a restart. While a
   * change is under way a question may miss its data, and the text never equals that of a later version.
   */
  present(projectId: number, read: ReadData): Promise<string>
}
