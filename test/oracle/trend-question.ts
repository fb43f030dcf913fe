import type { GivenGroup, GivenMatcher } from './filter-definition.ts'
import type { Formula } from './formula-definition.ts'
import type { GivenCalendar, GivenInterval, GivenRange } from './range-definition.ts'

export type GivenNumberMath = (typeof NUMBER_MATHS)[number]
export const NUMBER_MATHS = ['avg', 'sum', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99'] as const
export type GivenMathName =
  | 'total'
  | 'dau'
  | 'weekly_active'
  | 'monthly_active'
  | 'unique_group'
  | 'unique_session'
  | 'first_time_for_user'
  | 'first_matching_event_for_user'
  | 'hogql'
  | GivenNumberMath
  | `${Exclude<GivenNumberMath, 'sum'>}_count_per_actor`

/** The fields of a series in a node that say what it counts. */
export interface GivenMath {
  readonly math: GivenMathName
  readonly math_property?: string
  readonly math_property_type?: 'event_properties' | 'person_properties'
  readonly math_group_type_index?: number
  readonly math_hogql?: string
  readonly math_multiplier?: number
}
export interface GivenTrendSeries extends GivenMatcher, GivenMath {}

export const BUCKET_DISPLAYS = [
  'ActionsLineGraph',
  'ActionsAreaGraph',
  'ActionsBar',
  'ActionsStackedBar',
  'ActionsUnstackedBar',
  'Metric',
  'BoxPlot',
  'ActionsLineGraphCumulative',
] as const
export const WHOLE_DISPLAYS = [
  'ActionsTable',
  'ActionsPie',
  'ActionsDonut',
  'ActionsProportionBar',
  'ActionsBarValue',
  'WorldMap',
  'BoldNumber',
] as const
export type GivenDisplay = (typeof BUCKET_DISPLAYS)[number] | (typeof WHOLE_DISPLAYS)[number]

/** One of the properties of a breakdown. */
export interface GivenBreakdownPart {
  readonly type: 'event' | 'person' | 'group' | 'session' | 'hogql'
  readonly property: string
  readonly group_type_index?: number
  readonly normalize_url?: boolean
  readonly histogram_bin_count?: number
}
export interface GivenBreakdown {
  /** Cohorts, by their number in the definition, or properties. */
  readonly by:
    | { readonly cohorts: readonly (number | 'all')[] }
    /** With `isList`, the question has the form of a node that lists up to three parts. */
    | {
        readonly parts: readonly GivenBreakdownPart[]
        readonly isList: boolean
        /** Cohorts that stand among the parts of a list, and their index there. */
        readonly beside?: { readonly place: number; readonly cohorts: readonly (number | 'all')[] }
      }
  readonly limit: number | null
  readonly hidesOther: boolean
  /** How many of the largest values are skipped. They are on earlier pages. Absent means the first page. */
  readonly offset?: number
}

/** Returns whether the breakdown is only by the bins of one property. Then every bin has a row. */
export const isOneHistogram = (by: GivenBreakdown['by']): boolean =>
  'parts' in by &&
  by.beside === undefined &&
  by.parts.length === 1 &&
  by.parts[0]?.histogram_bin_count !== undefined

/**
 * Returns the offset of a breakdown. Breakdowns by cohorts, or by the bins of one property, have no pages.
 */
export const offsetOf = ({ by, offset = 0 }: GivenBreakdown): number =>
  'parts' in by && !isOneHistogram(by) ? offset : 0

/** A question about trends, in the terms of docs/semantics/trends.md. */
export interface GivenTrendQuestion {
  readonly series: readonly GivenTrendSeries[]
  readonly properties: GivenGroup
  readonly filterTestAccounts: boolean
  /** The type of the groups that take the place of persons; null for persons. */
  readonly groupTypeIndex: number | null
  readonly range: GivenRange
  readonly interval: GivenInterval
  readonly calendar: GivenCalendar
  readonly display: GivenDisplay
  /** A value of 1 does not smooth. */
  readonly smoothing: number
  readonly breakdown: GivenBreakdown | null
  readonly compare: { readonly to: string | null } | null
  /** Empty gives one item for each series. */
  readonly formulas: readonly Formula[]
}
/** The parts of a project that answers depend on. */
export interface GivenProject {
  readonly testAccountFilters: GivenGroup
  /** Names of cohorts by number, and names of actions by the index of their series. */
  readonly cohortName: (cohort: number) => string
  readonly actionName: (series: number) => string
}
