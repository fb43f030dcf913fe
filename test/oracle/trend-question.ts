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

/** The fields of a series in a node. */
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
  /** The cohorts by the number that the definition has for them; or properties. */
  readonly by:
    | { readonly cohorts: readonly (number | 'all')[] }
    /** `isList` is the form of a node that has up to three. */
    | {
        readonly parts: readonly GivenBreakdownPart[]
        readonly isList: boolean
        /** Cohorts among the parts of a list, and their place. */
        readonly beside?: { readonly place: number; readonly cohorts: readonly (number | 'all')[] }
      }
  readonly limit: number | null
  readonly hidesOther: boolean
  /** So many of the largest values come before the page. Absent is the first page. */
  readonly offset?: number
}

/** Each bin of one property alone has a row. */
export const isOneHistogram = (by: GivenBreakdown['by']): boolean =>
  'parts' in by &&
  by.beside === undefined &&
  by.parts.length === 1 &&
  by.parts[0]?.histogram_bin_count !== undefined

/** The offset of a breakdown that has pages: not by cohorts, nor into the bins of one property. */
export const offsetOf = ({ by, offset = 0 }: GivenBreakdown): number =>
  'parts' in by && !isOneHistogram(by) ? offset : 0

/** A question about trends, in the terms of docs/semantics/trends.md. */
export interface GivenTrendQuestion {
  readonly series: readonly GivenTrendSeries[]
  readonly properties: GivenGroup
  readonly filterTestAccounts: boolean
  /** The groups that take the place of persons; null for persons. */
  readonly groupTypeIndex: number | null
  readonly range: GivenRange
  readonly interval: GivenInterval
  readonly calendar: GivenCalendar
  readonly display: GivenDisplay
  /** 1 leaves the values as they are. */
  readonly smoothing: number
  readonly breakdown: GivenBreakdown | null
  readonly compare: { readonly to: string | null } | null
  /** None is one item for each series. */
  readonly formulas: readonly Formula[]
}
/** The parts of a project that answers depend on. */
export interface GivenProject {
  readonly testAccountFilters: GivenGroup
  /** The names of cohorts and, by their place in the question, of actions. */
  readonly cohortName: (cohort: number) => string
  readonly actionName: (series: number) => string
}
