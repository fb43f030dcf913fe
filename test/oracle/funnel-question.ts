import type { GivenGroup, GivenMatcher } from './filter-definition.ts'
import type { GivenCalendar, GivenInterval, GivenRange } from './range-definition.ts'
import type { GivenBreakdown } from './trend-question.ts'

export const ORDERS = ['ordered', 'strict', 'unordered'] as const
export type GivenOrder = (typeof ORDERS)[number]
export const VIZ_TYPES = ['steps', 'trends', 'time_to_convert'] as const
export type GivenVizType = (typeof VIZ_TYPES)[number]
export type WindowUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month'

export interface GivenWindow {
  readonly count: number
  readonly unit: WindowUnit
}

/**
 * A step. Every event that matches the step serves it. With `math`, only the actor's first such event does.
 */
export interface GivenStep extends GivenMatcher {
  readonly math?: 'first_time_for_user' | 'first_time_for_user_with_filters'
}

/** The first and last step that the exclusion spans, counted from 0. */
export interface GivenExclusion extends GivenMatcher {
  readonly fromStep: number
  readonly toStep: number
}
/** Who does the steps. */
export type GivenActor = 'person' | { readonly groupTypeIndex: number } | { readonly hogql: string }

/** Null has the meaning of an absent attribution. */
export type GivenAttribution = null | 'first_touch' | 'last_touch' | 'all_events' | { readonly step: number }

export interface GivenFunnelBreakdown extends GivenBreakdown {
  readonly attribution: GivenAttribution
}

/** A question about funnels, in the terms of docs/semantics/funnels.md. */
export interface GivenFunnelQuestion {
  readonly steps: readonly GivenStep[]
  /** Indexes of the optional steps, counted from 0. */
  readonly optionalSteps: readonly number[]
  readonly properties: GivenGroup
  readonly filterTestAccounts: boolean
  readonly actor: GivenActor
  readonly range: GivenRange
  readonly interval: GivenInterval
  readonly calendar: GivenCalendar
  readonly order: GivenOrder
  readonly window: GivenWindow
  readonly exclusions: readonly GivenExclusion[]
  readonly vizType: GivenVizType
  /**
   * The first of the two compared steps, counted from 0. In this field and the next two, null means that
   * the question leaves the field out.
   */
  readonly fromStep: number | null
  readonly toStep: number | null
  readonly binCount: number | null
  readonly breakdown: GivenFunnelBreakdown | null
  /** `to` is the field `compare_to`; null is the period before. Absent without a comparison. */
  readonly compare?: { readonly to: string | null }
}
