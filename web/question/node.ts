import type { QueryNode } from '#web/api/ask.ts'

export const INSIGHT_KINDS = [
  { kind: 'TrendsQuery', slug: 'trends', label: 'Trends' },
  { kind: 'FunnelsQuery', slug: 'funnel', label: 'Funnel' },
  { kind: 'RetentionQuery', slug: 'retention', label: 'Retention' },
  { kind: 'PathsQuery', slug: 'paths', label: 'Paths' },
  { kind: 'StickinessQuery', slug: 'stickiness', label: 'Stickiness' },
  { kind: 'LifecycleQuery', slug: 'lifecycle', label: 'Lifecycle' },
  { kind: 'HogQLQuery', slug: 'sql', label: 'SQL' },
] as const
export type InsightKind = (typeof INSIGHT_KINDS)[number]['kind']

export type FilterType = 'event' | 'person' | 'group' | 'cohort' | 'session' | 'element' | 'hogql'

export interface PropertyFilter {
  /** The owner of the property; absent for a property of the event. */
  readonly type?: FilterType
  readonly key: string
  readonly operator?: string
  readonly value?: unknown
  readonly group_type_index?: number | null
}
export interface FilterGroup {
  readonly type: 'AND' | 'OR'
  readonly values: readonly (FilterGroup | PropertyFilter)[]
}
/** The forms of `properties`: a list whose filters must all match, or nested groups. */
export type Filters = readonly PropertyFilter[] | FilterGroup

/** One series of a question: an event (null for any event) or an action. */
export interface SeriesNode {
  readonly kind: 'EventsNode' | 'ActionsNode' | 'GroupNode'
  /** The events and actions that a GroupNode counts together. */
  readonly nodes?: readonly SeriesNode[]
  readonly event?: string | null
  readonly id?: number
  readonly name?: string
  readonly custom_name?: string
  readonly math?: string
  readonly math_property?: string
  readonly math_multiplier?: number
  readonly math_property_type?: string
  readonly math_group_type_index?: number
  readonly math_hogql?: string
  /** Whether a step of a funnel is optional: later steps do not need it. */
  readonly optionalInFunnel?: boolean
  readonly properties?: Filters
}

export interface DateRange {
  readonly date_from?: string | null
  readonly date_to?: string | null
}

export type Interval = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

export interface CompareFilter {
  readonly compare?: boolean
  readonly compare_to?: string | null
}

export interface FormulaNode {
  readonly formula: string
  readonly custom_name?: string
}

export interface TrendsFilter {
  readonly display?: string
  readonly formula?: string
  readonly formulas?: readonly string[]
  readonly formulaNodes?: readonly FormulaNode[]
  /** The format of the values. `percentage_scaled` shows 0.179 as 17.9 %. */
  readonly aggregationAxisFormat?: string
  readonly [field: string]: unknown
}

/** The fields that all questions about events share. A field that is absent has the server's default. */
export interface SeriesQuestion extends QueryNode {
  readonly series: readonly SeriesNode[]
  readonly dateRange?: DateRange
  readonly interval?: Interval
  readonly properties?: Filters
  readonly filterTestAccounts?: boolean
  readonly breakdownFilter?: Readonly<Record<string, unknown>>
  readonly compareFilter?: CompareFilter
  readonly trendsFilter?: TrendsFilter
}

/** Returns the letter by which a formula refers to a series, A to Z. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index)

/** The question of a new insight, so that results appear at once. */
export const NEW_QUESTION: QueryNode = {
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: '$pageview' }],
  dateRange: { date_from: '-7d' },
}
