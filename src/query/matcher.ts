import type { FilterGroup } from './filter.ts'

/** The events that count: they match at least one alternative. A plain event has one alternative, an action several. */
export type Matcher = readonly {
  /** The name of the event; null is every event. */
  readonly event: string | null
  readonly filter: FilterGroup
}[]
