import type { FilterGroup } from './filter.ts'

export type Interval = 'hour' | 'day' | 'week' | 'month'
export type SeriesMath = 'total' | 'dau'

/** One thing that is counted, or one step of a funnel. */
export interface Series {
  /** Event name, or null for every event. */
  readonly event: string | null
  /** What the client called it; the event's name when it did not. */
  readonly name: string
  readonly customName: string | null
  readonly math: SeriesMath
  readonly properties: FilterGroup
}

/** Dates as they were asked: absolute, relative (`-7d`, `mStart`) or `all`. Null `to` is now. */
export interface DateRange {
  readonly from: string
  readonly to: string | null
  /** Take both instants exactly, without rounding to whole days or hours. */
  readonly isExplicit: boolean
}

interface Question {
  readonly series: readonly Series[]
  readonly dateRange: DateRange
  /** Holds for every series. */
  readonly properties: FilterGroup
  readonly filterTestAccounts: boolean
}
/** How many events, or how many persons, in each bucket of time. */
export interface TrendsQuery extends Question {
  readonly kind: 'trends'
  readonly interval: Interval
}
/** How many persons did the steps in order, the last within `windowSeconds` of the first. */
export interface FunnelsQuery extends Question {
  readonly kind: 'funnels'
  readonly windowSeconds: number
}
/** Every question that Throughline answers, whichever form it arrived in. */
export type InsightQuery = TrendsQuery | FunnelsQuery
