import type { FilterGroup } from './filter.ts'

/**
 * Decides which events count: the events that match at least one alternative. A plain event has one
 * alternative, an action has several.
 */
export type Matcher = readonly {
  /** Name of the event; null means every event. */
  readonly event: string | null
  readonly filter: FilterGroup
}[]
