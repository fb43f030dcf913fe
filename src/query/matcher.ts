import type { FilterGroup } from './filter.ts'

/** The events that count: those that fit at least one alternative. A plain event is one alternative, an action several. */
export type Matcher = readonly {
  /** The name of the event; null is every event. */
  readonly event: string | null
  readonly filter: FilterGroup
}[]
