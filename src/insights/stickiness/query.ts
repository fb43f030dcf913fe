import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { wholeNumberOf } from '#contract/paging.ts'
import { DISPLAYS } from '#contract/question-names.ts'
import type { Warning } from '#contract/warning.ts'
import type { Choices } from '#insights/kind.ts'
import { parseCommon, parseCompare, refuseBreakdown, refuseGroups } from '#query/common-question.ts'
import { compareLeftOut } from '#query/compare-left-out.ts'
import type { CompareAsked } from '#query/date-range.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { INTERVALS, type Interval, parseInterval } from '#query/interval.ts'
import { LIMITS } from '#query/limits.ts'
import { COMPARE_NODE, SERIES_NODE, Text } from '#query/node.ts'
import type { Places } from '#query/places.ts'
import { requireOneOf } from '#query/refuse.ts'
import { parseSeries, type Series } from '#query/series.ts'

/** The number of events that makes an interval active. */
export const Criteria = z.object({
  operator: z.enum(['gte', 'lte', 'exact']),
  value: z.int().min(1),
})

/** The number of actors for each number of active intervals. */
export interface StickinessQuery extends InsightQuery {
  readonly kind: 'stickiness'
  readonly series: readonly Series[]
  readonly interval: Interval
  /**
   * The intervals of a period, if a period has several: an actor is active in a period, and not in each
   * interval.
   */
  readonly intervalCount?: number
  readonly compare: CompareAsked | null
  /** Whether a number counts the actors with at least so many active intervals, instead of exactly so many. */
  readonly isCumulative: boolean
  /** Null: one event is enough. */
  readonly criteria: z.output<typeof Criteria> | null
}

/** The intervals of a period. A range has no more than it. */
export const IntervalCount = wholeNumberOf({ least: 1, most: LIMITS.buckets })

export const ComputedAs = z.enum(['cumulative', 'non_cumulative'])

export const StickinessNode = z.looseObject({
  kind: z.literal(INSIGHT_NODES.STICKINESS),
  ...SERIES_NODE,
  ...COMPARE_NODE,
  interval: Text.nullish(),
  /** The intervals of a period. */
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
  // Clients keep the math of a trend when it becomes a stickiness: all of these but groups count persons.
  maths: ['dau', 'total', 'weekly_active', 'monthly_active', 'unique_group'],
  // The same data in each.
  displays: [
    ...['ActionsLineGraph', 'ActionsBar', 'ActionsStackedBar', 'ActionsUnstackedBar'],
    ...['ActionsAreaGraph', 'ActionsTable'],
  ],
  intervals: INTERVALS,
  breakdownTypes: [],
  leastSeries: 1,
  mostSeries: LIMITS.series,
}

/** @throws RequestError for fields that this version does not compute. */
export function parseStickiness(node: StickinessNode, at: Places): StickinessQuery {
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
    // Equal questions are equal: a period of one interval is what it is without the field.
    ...((node.intervalCount ?? 1) > 1 && { intervalCount: node.intervalCount ?? 1 }),
    compare: parseCompare(node.compareFilter),
    isCumulative: stickiness?.computedAs === 'cumulative',
    criteria: stickiness?.stickinessCriteria ?? null,
  }
}

/** The warnings of the fields of a stickiness that have no effect. */
export const stickinessWarnings = (query: StickinessQuery, node: StickinessNode, at: Places): Warning[] =>
  compareLeftOut(query, node, at)
