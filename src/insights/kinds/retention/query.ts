import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { wholeNumberOf } from '#contract/paging.ts'
import type { Warning } from '#contract/warning.ts'
import type { Choices } from '#insights/kind/kind.ts'
import { parseCommon } from '#query/common-question.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { FieldEntity } from '#query/legacy/flat-schema.ts'
import { LIMITS } from '#query/limits.ts'
import { Anything, BooleanOrText, BREAKDOWN_NODE, COMMON_NODE, Text } from '#query/node.ts'
import { BREAKDOWN_TYPES } from '#query/parse-breakdown.ts'
import { refuse, requireOneOf } from '#query/refuse.ts'
import { requireGroupTypeIndex } from '#query/required.ts'
import { parseSeries, type Series } from '#query/series.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import { retentionInSeries } from './in-series.ts'
import { bracketsLeftOut, parseBrackets } from './parse-brackets.ts'
import { parseRetentionBreakdown } from './parse-breakdown.ts'
import { parseSums, type Summed, sumWarnings } from './parse-sums.ts'

const PERIODS = ['hour', 'day', 'week', 'month'] as const
const TYPES = ['retention_recurring', 'retention_first_time', 'retention_first_ever_occurrence'] as const
const REFERENCES = ['total', 'previous'] as const
const TIME_WINDOWS = ['strict_calendar_dates', '24_hour_windows'] as const

/** A question for the number of actors of each cohort who came back in each interval after it. */
export interface RetentionQuery extends InsightQuery {
  readonly kind: 'retention'
  /** The target event, by which an actor comes into a cohort, and the returning event. */
  readonly series: readonly Series[]
  readonly interval: (typeof PERIODS)[number]
  /** The number of intervals. The last one contains `date_to`. */
  readonly totalIntervals: number
  readonly type: (typeof TYPES)[number]
  /** The base of a rate: the cohort, or the previous value. */
  readonly reference: (typeof REFERENCES)[number]
  /** Whether an actor who came back in an interval also counts in all intervals before it. */
  readonly isCumulative: boolean
  /** The number of returning events that an actor needs in one interval. */
  readonly minimumOccurrences: number
  /**
   * Sizes of the brackets of intervals after interval 0. Without brackets each interval is counted
   * separately.
   */
  readonly brackets: readonly number[]
  /**
   * Whether a value counts the actors who came back in a window of a fixed length, measured from each actor's
   * first target event, instead of in an interval of the calendar.
   */
  readonly isRolling: boolean
  /**
   * The numbers that are added up in addition to the count of actors. Absent for a question that only
   * counts actors.
   */
  readonly summed?: Summed
  /** Index of the type of the groups that are counted; null counts persons. */
  readonly groupTypeIndex: number | null
}

export const TotalIntervals = wholeNumberOf({ least: 1, most: LIMITS.retentionIntervals })
export const MinimumOccurrences = wholeNumberOf({ least: 1, most: LIMITS.occurrences })

export const RetentionNode = z.looseObject({
  kind: z.literal(INSIGHT_NODES.RETENTION),
  ...COMMON_NODE,
  ...BREAKDOWN_NODE,
  /** If absent, persons are counted. A number from 0 to 4 counts the groups of that type. */
  aggregation_group_type_index: z.number().nullish(),
  retentionFilter: z
    .looseObject({
      retentionType: Text.nullish(),
      retentionReference: Text.nullish(),
      period: Text.nullish(),
      totalIntervals: TotalIntervals.nullish(),
      targetEntity: FieldEntity.nullish(),
      returningEntity: FieldEntity.nullish(),
      cumulative: BooleanOrText.nullish(),
      minimumOccurrences: MinimumOccurrences.nullish(),
      timeWindowMode: Text.nullish(),
      retentionCustomBrackets: Anything,
      aggregationType: Text.nullish(),
      aggregationProperty: Text.nullish(),
      aggregationPropertyType: Text.nullish(),
      customAggregationTarget: BooleanOrText.nullish(),
      // These fields say how clients show the numbers.
      display: Anything,
      dashboardDisplay: Anything,
      meanRetentionCalculation: Anything,
      selectedInterval: Anything,
      cohortLabelStartIndex: Anything,
      showMean: Anything,
    })
    .nullish(),
})
export type RetentionNode = z.output<typeof RetentionNode>

/**
 * Clients leave one of these maths in an event that they take over from a trend. In a retention, all of
 * them count actors.
 */
const MATHS = ['total', 'dau'] as const

export const CHOICES: Choices = {
  maths: [],
  displays: [],
  intervals: PERIODS,
  breakdownTypes: BREAKDOWN_TYPES,
  leastSeries: 0,
  mostSeries: 0,
}

/** Number of intervals by default. Clients show this many if nothing is chosen. */
const INTERVALS = 11

/** Reads a node into a query. @throws RequestError for fields that this version does not compute. */
export function parseRetention(node: RetentionNode, at: FieldPaths): RetentionQuery {
  const retention = node.retentionFilter
  const place = (field: string) => at('retentionFilter', field)
  refuse(
    retention?.customAggregationTarget === true,
    'A retention of actors from another table',
    place('customAggregationTarget'),
  )
  const timeWindow = requireOneOf(retention?.timeWindowMode || 'strict_calendar_dates', TIME_WINDOWS, {
    noun: 'time window',
    path: place('timeWindowMode'),
    all: [],
  })
  const summed = parseSums(node, at)
  const groupTypeIndex =
    typeof node.aggregation_group_type_index === 'number'
      ? requireGroupTypeIndex(node.aggregation_group_type_index, at('aggregation_group_type_index'))
      : null
  const named = retentionInSeries(node, at)
  return {
    kind: 'retention',
    series: parseSeries(named.series, named.at, {
      noun: 'events',
      least: 2,
      most: 2,
      tooFew: 'required',
      maths: MATHS,
    }),
    // `date_from` has no effect. It is left out, so that questions with the same answer are equal.
    ...parseCommon({ ...node, dateRange: { ...node.dateRange, date_from: null } }, at),
    breakdown: parseRetentionBreakdown(node, groupTypeIndex, at),
    interval: requireOneOf((retention?.period || 'day').toLowerCase(), PERIODS, {
      noun: 'period',
      path: place('period'),
      all: [],
    }),
    totalIntervals: retention?.totalIntervals ?? INTERVALS,
    type: requireOneOf(retention?.retentionType || 'retention_recurring', TYPES, {
      noun: 'retention type',
      path: place('retentionType'),
      all: [],
    }),
    reference: requireOneOf(retention?.retentionReference || 'total', REFERENCES, {
      noun: 'retention reference',
      path: place('retentionReference'),
      all: [],
    }),
    isCumulative: retention?.cumulative === true,
    // A sum adds up the numbers of all returning events, so one event is always enough.
    minimumOccurrences: summed === null ? (retention?.minimumOccurrences ?? 1) : 1,
    brackets: parseBrackets(retention?.retentionCustomBrackets, place('retentionCustomBrackets')),
    isRolling: timeWindow === '24_hour_windows',
    groupTypeIndex,
    ...(summed !== null && { summed, values: [summed.property] }),
  }
}

/** Returns the warnings about fields of a retention that have no effect. */
export const retentionWarnings = (query: RetentionQuery, node: RetentionNode, at: FieldPaths): Warning[] => [
  ...dateFromLeftOut(query, node, at),
  ...sumWarnings(query.summed, node, at),
  ...bracketsLeftOut(query, at('retentionFilter', 'retentionCustomBrackets')),
]

/**
 * Returns the warning about `date_from`, which has no effect. The number of intervals decides where the
 * range begins, but dashboards and older clients send a `date_from` all the same.
 */
const dateFromLeftOut = (_query: RetentionQuery, node: RetentionNode, at: FieldPaths): Warning[] =>
  isGiven(node.dateRange?.date_from)
    ? [
        {
          code: 'date_from_left_out',
          detail:
            'date_from has no effect. totalIntervals (total_intervals in flat parameters) sets the number of intervals, and the last one contains date_to.',
          attr: attrOf(at('dateRange', 'date_from')),
        },
      ]
    : []
