import type {
  FUNNEL_ATTRIBUTIONS,
  FUNNEL_ORDERS,
  FUNNEL_VISUALISATIONS,
  INTERVALS,
} from '#contract/question-names.ts'
import type { Schema } from './results.ts'

/**
 * The type `Own`. The compiler refuses it if one of its fields is not in the schema `Wide`. Its fields may
 * have narrower types than in the schema, because the page writes fewer forms than the server reads.
 */
type FieldsOf<
  Wide,
  Own extends { readonly [Name in keyof Own]: Name extends keyof Wide ? Wide[Name] : never },
> = Own

type Trends = Schema<'TrendsQuery'>
type Funnels = Schema<'FunnelsQuery'>
type Stickiness = Schema<'StickinessQuery'>
type Retention = Schema<'RetentionQuery'>
type Paths = Schema<'PathsQuery'>
type Lifecycle = Schema<'LifecycleQuery'>
type Fields<Node> = Omit<Node, 'kind'>
type AnyNode = Fields<Trends> &
  Fields<Funnels> &
  Fields<Stickiness> &
  Fields<Lifecycle> &
  Fields<Retention> &
  Fields<Paths> &
  Fields<Schema<'HogQLQuery'>>

export type FilterType = 'event' | 'person' | 'group' | 'cohort' | 'session' | 'element' | 'hogql'

export interface PropertyFilter {
  /** The kind of object that has the property, such as `person`; absent for a property of events. */
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
/** The two forms of `properties`: a list of filters, which must all match, or nested groups. */
export type Filters = readonly PropertyFilter[] | FilterGroup

interface SeriesFields {
  readonly kind: 'EventsNode' | 'ActionsNode' | 'GroupNode'
  /** The events and actions that a GroupNode counts as one. */
  readonly nodes?: readonly SeriesFields[]
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
  /** Whether this step of a funnel is optional. An actor can reach later steps without it. */
  readonly optionalInFunnel?: boolean
  readonly properties?: Filters
}
/** One series of a question: an event (null for any event), an action, or a group of them. */
export type SeriesNode = FieldsOf<NonNullable<Funnels['series']>[number], SeriesFields>

export type DateRange = FieldsOf<
  NonNullable<Trends['dateRange']>,
  { readonly date_from?: string | null; readonly date_to?: string | null }
>

export type Interval = (typeof INTERVALS)[number]

export type CompareFilter = FieldsOf<
  NonNullable<Trends['compareFilter']>,
  { readonly compare?: boolean; readonly compare_to?: string | null }
>

type BreakdownSchema = NonNullable<Trends['breakdownFilter']>
type BreakdownFilter = BreakdownSchema &
  FieldsOf<BreakdownSchema, { readonly breakdowns?: readonly { readonly property: string }[] | null }>

type TrendsSchema = NonNullable<Trends['trendsFilter']>
export type FormulaNode = FieldsOf<
  NonNullable<TrendsSchema['formulaNodes']>[number],
  { readonly formula: string; readonly custom_name?: string }
>
export type TrendsFilter = FieldsOf<
  TrendsSchema,
  {
    readonly display?: string
    readonly formula?: string
    readonly formulas?: readonly string[]
    readonly formulaNodes?: readonly FormulaNode[]
    readonly smoothingIntervals?: number
    /** The format of the values. `percentage_scaled` shows 0.179 as 17.9 %. */
    readonly aggregationAxisFormat?: string
    readonly aggregationAxisPrefix?: string
    readonly aggregationAxisPostfix?: string
    readonly decimalPlaces?: number
  }
>

type FunnelsSchema = NonNullable<Funnels['funnelsFilter']>
/**
 * An exclusion of a funnel: actors who have this event between the two steps are out. The steps are counted
 * from 0.
 */
export type Exclusion = FieldsOf<
  NonNullable<FunnelsSchema['exclusions']>[number],
  Omit<SeriesNode, 'optionalInFunnel'> & { readonly funnelFromStep: number; readonly funnelToStep: number }
>
/** The rules of a funnel. If a field is absent, the server uses its default. */
export type FunnelFilter = FieldsOf<
  FunnelsSchema,
  {
    readonly funnelVizType?: (typeof FUNNEL_VISUALISATIONS)[number]
    readonly funnelOrderType?: (typeof FUNNEL_ORDERS)[number]
    readonly funnelWindowInterval?: number
    readonly funnelWindowIntervalUnit?: string
    readonly funnelAggregateByHogQL?: string
    readonly exclusions?: readonly Exclusion[]
    readonly funnelFromStep?: number
    readonly funnelToStep?: number
    /** The number of bins. With `auto`, and if absent, the server chooses it from the times in the answer. */
    readonly binCount?: number | 'auto'
    readonly breakdownAttributionType?: (typeof FUNNEL_ATTRIBUTIONS)[number]
    readonly breakdownAttributionValue?: number
  }
>

type RetentionSchema = NonNullable<Retention['retentionFilter']>
/** One of the two events of a retention. The interface does not call it a series, and it has other fields. */
export type RetentionEntity = FieldsOf<
  NonNullable<RetentionSchema['targetEntity'] & RetentionSchema['returningEntity']>,
  {
    readonly id?: string | number | null
    readonly type?: 'events' | 'actions'
    readonly name?: string
    readonly custom_name?: string
    readonly properties?: Filters
  }
>
/** The rules of a retention. If a field is absent, the server uses its default. */
export type RetentionFilter = FieldsOf<
  RetentionSchema,
  {
    readonly targetEntity?: RetentionEntity
    readonly returningEntity?: RetentionEntity
    readonly period?: string
    readonly totalIntervals?: number
    readonly retentionType?:
      | 'retention_recurring'
      | 'retention_first_time'
      | 'retention_first_ever_occurrence'
    readonly retentionReference?: 'total' | 'previous'
    readonly cumulative?: boolean
    /** How many return events an actor needs in one period to count as returning. */
    readonly minimumOccurrences?: number
    readonly timeWindowMode?: string | null
    readonly retentionCustomBrackets?: readonly number[] | null
    readonly aggregationType?: string | null
    readonly aggregationProperty?: string | null
    readonly aggregationPropertyType?: string | null
  }
>

type PathsSchema = NonNullable<Paths['pathsFilter']>
/** The rules of paths. If a field is absent, the server uses its default. */
export type PathsFilter = FieldsOf<
  PathsSchema,
  {
    readonly includeEventTypes?: readonly string[]
    /** Names of the custom events that can be items of the paths. If absent, all custom events can be. */
    readonly includeCustomEvents?: readonly string[]
    readonly pathsHogQLExpression?: string
    readonly startPoint?: string
    readonly endPoint?: string
    readonly stepLimit?: number
    readonly edgeLimit?: number
    readonly minEdgeWeight?: number
    readonly maxEdgeWeight?: number
    readonly excludeEvents?: readonly string[]
    readonly pathGroupings?: readonly string[]
    /** Whether the path cleaning rules of the project are applied. */
    readonly pathReplacements?: boolean
    /** Path cleaning rules. In each item, the part that `regex` matches is replaced by `alias`. */
    readonly localPathCleaningFilters?: readonly { readonly regex: string; readonly alias: string }[]
  }
>

export type StickinessFilter = FieldsOf<
  NonNullable<Stickiness['stickinessFilter']>,
  {
    readonly display?: string
    readonly computedAs?: 'cumulative' | 'non_cumulative'
    readonly stickinessCriteria?: { readonly operator: 'gte' | 'lte' | 'exact'; readonly value: number }
  }
>

type Sections = FieldsOf<
  AnyNode,
  {
    readonly dateRange?: DateRange
    readonly series?: readonly SeriesNode[]
    readonly interval?: Interval
    readonly properties?: Filters
    readonly filterTestAccounts?: boolean
    readonly aggregation_group_type_index?: number
    readonly breakdownFilter?: BreakdownFilter
    readonly compareFilter?: CompareFilter
    readonly trendsFilter?: TrendsFilter
    readonly funnelsFilter?: FunnelFilter
    readonly retentionFilter?: RetentionFilter
    readonly pathsFilter?: PathsFilter
    readonly funnelPathsFilter?: NonNullable<Paths['funnelPathsFilter']>
    readonly intervalCount?: number
    readonly stickinessFilter?: StickinessFilter
    readonly lifecycleFilter?: NonNullable<Lifecycle['lifecycleFilter']>
    /** The text of a SQL statement. `display` says how its rows are displayed. */
    readonly query?: string
    readonly values?: Readonly<Record<string, unknown>>
    readonly display?: string
  }
>

/**
 * A query node in the form that `query/` accepts: its kind, and the fields that this kind has. If a field
 * is absent, the server uses its default.
 */
export interface QueryNode<Kind extends string = string> extends Sections {
  readonly kind: Kind
  readonly [field: string]: unknown
}

/** A question that has series. */
export interface SeriesQuestion<Kind extends string = string> extends QueryNode<Kind> {
  readonly series: readonly SeriesNode[]
}
