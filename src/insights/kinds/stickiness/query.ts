import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { wholeNumberOf } from '#contract/paging.ts'
import { DISPLAYS, INTERVALS } from '#contract/question-names.ts'
import type { Warning } from '#contract/warning.ts'
import type { Choices } from '#insights/kind/kind.ts'
import { parseCommon, parseCompare, refuseBreakdown, refuseGroups } from '#query/common-question.ts'
import { compareLeftOut } from '#query/compare-left-out.ts'
import type { CompareAsked } from '#query/date-range.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { type Interval, parseInterval } from '#query/interval.ts'
import { LIMITS } from '#query/limits.ts'
import { COMPARE_NODE, SERIES_NODE, Text } from '#query/node.ts'
import { requireOneOf } from '#query/refuse.ts'
import { parseSeries, type Series } from '#query/series.ts'
import type { FieldPaths } from '#shared/field-paths.ts'

/** The condition on the number of events that an active interval has. */
export const Criteria = z.object({
  operator: z.enum(['gte', 'lte', 'exact']),
  value: z.int().min(1),
})

/** A question for the number of actors for each number of active intervals. */
export interface StickinessQuery extends InsightQuery {
  readonly kind: 'stickiness'
  readonly series: readonly Series[]
  readonly interval: Interval
  /**
   * Number of intervals of a period, if it is more than one. An actor is then active or inactive in periods
   * instead of intervals.
   */
  readonly intervalCount?: number
  readonly compare: CompareAsked | null
  /**
   * Whether a number counts the actors with at least this many active intervals, instead of exactly this
   * many.
   */
  readonly isCumulative: boolean
  /**
   * The condition on the number of events that an active interval has. Null means that one event is enough.
   */
  readonly criteria: z.output<typeof Criteria> | null
}

/** Number of intervals of a period. It can be as large as the number of intervals of the longest range. */
export const IntervalCount = wholeNumberOf({ least: 1, most: LIMITS.buckets })

export const ComputedAs = z.enum(['cumulative', 'non_cumulative'])

export const StickinessNode = z.looseObject({
  kind: z.literal(INSIGHT_NODES.STICKINESS),
  ...SERIES_NODE,
  ...COMPARE_NODE,
  interval: Text.nullish(),
  /** Number of intervals of a period. */
  intervalCount: IntervalCount.nullish(),
  stickinessFilter: z
    .looseObject({
      display: Text.nullish(),
      computedAs: ComputedAs.nullish(),
      stickinessCriteria: Criteria.nullish(),
    })
    .nullish(),
})
export type StickinessNode = z.output<typeof StickinessNode>

export const CHOICES: Choices = {
  // Clients keep the math of a trend when the trend becomes a stickiness. Here all of these maths count
  // persons, except `unique_group`.
  maths: ['dau', 'total', 'weekly_active', 'monthly_active', 'unique_group'],
  // A stickiness has the same data in all of these displays.
  displays: [
    ...['ActionsLineGraph', 'ActionsBar', 'ActionsStackedBar', 'ActionsUnstackedBar'],
    ...['ActionsAreaGraph', 'ActionsTable'],
  ],
  intervals: INTERVALS,
  breakdownTypes: [],
  leastSeries: 1,
  mostSeries: LIMITS.series,
}

/** Reads a node into a query. @throws RequestError for fields that this version does not compute. */
export function parseStickiness(node: StickinessNode, at: FieldPaths): StickinessQuery {
  const stickiness = node.stickinessFilter
  const display = stickiness?.display || 'ActionsLineGraph'
  requireOneOf(display, CHOICES.displays, {
    noun: 'display',
    path: at('stickinessFilter', 'display'),
    all: DISPLAYS,
  })
  const breakdown = refuseBreakdown(node, at)
  refuseGroups(node.aggregation_group_type_index, at)
  return {
    kind: 'stickiness',
    series: parseSeries(node.series, at, {
      noun: 'series',
      least: CHOICES.leastSeries,
      most: CHOICES.mostSeries,
      tooFew: 'required',
      maths: CHOICES.maths,
      groupMaths: ['dau', 'weekly_active', 'monthly_active', 'unique_group'],
    }),
    ...parseCommon(node, at),
    breakdown,
    interval: parseInterval(node.interval, at('interval')),
    // A period of one interval is the default. The field is then left out, so that equal questions are
    // equal.
    ...((node.intervalCount ?? 1) > 1 && { intervalCount: node.intervalCount ?? 1 }),
    compare: parseCompare(node.compareFilter),
    isCumulative: stickiness?.computedAs === 'cumulative',
    criteria: stickiness?.stickinessCriteria ?? null,
  }
}

/** Returns the warnings about fields of a stickiness that have no effect. */
export const stickinessWarnings = (query: StickinessQuery, node: StickinessNode, at: FieldPaths): Warning[] =>
  compareLeftOut(query, node, at)
