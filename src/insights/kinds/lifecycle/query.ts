import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { INTERVALS } from '#contract/question-names.ts'
import type { Choices } from '#insights/kind/kind.ts'
import { parseCommon, refuseBreakdown } from '#query/common-question.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { type Interval, parseInterval } from '#query/interval.ts'
import { SERIES_NODE, Text } from '#query/node.ts'
import { requireGroupTypeIndex } from '#query/required.ts'
import { parseSeries, type Series } from '#query/series.ts'
import type { FieldPaths } from '#shared/field-paths.ts'

/** The statuses, in the order of the answer. */
export const STATUSES = ['new', 'returning', 'resurrecting', 'dormant'] as const
export const Status = z.enum(STATUSES)
export type Status = z.output<typeof Status>

/** A question for the numbers of new, returning, resurrecting and dormant actors in each interval. */
export interface LifecycleQuery extends InsightQuery {
  readonly kind: 'lifecycle'
  /** Exactly one series. */
  readonly series: readonly Series[]
  readonly interval: Interval
  /** Index of the type of the groups that are counted; null counts persons. */
  readonly groupTypeIndex: number | null
  /** The statuses to answer. */
  readonly statuses: readonly Status[]
}

export const LifecycleNode = z.looseObject({
  kind: z.literal(INSIGHT_NODES.LIFECYCLE),
  ...SERIES_NODE,
  interval: Text.nullish(),
  lifecycleFilter: z.looseObject({ toggledLifecycles: z.array(Status).nullish() }).nullish(),
})
export type LifecycleNode = z.output<typeof LifecycleNode>

export const CHOICES: Choices = {
  maths: ['dau', 'total'],
  displays: [],
  intervals: INTERVALS,
  breakdownTypes: [],
  leastSeries: 1,
  mostSeries: 1,
}

/** Reads a node into a query. @throws RequestError for fields that this version does not compute. */
export function parseLifecycle(node: LifecycleNode, at: FieldPaths): LifecycleQuery {
  const breakdown = refuseBreakdown(node, at)
  const groupTypeIndex = node.aggregation_group_type_index ?? null
  const toggled = node.lifecycleFilter?.toggledLifecycles ?? []
  return {
    kind: 'lifecycle',
    series: parseSeries(node.series, at, {
      noun: 'series',
      least: CHOICES.leastSeries,
      most: CHOICES.mostSeries,
      tooFew: 'required',
      maths: CHOICES.maths,
    }),
    ...parseCommon(node, at),
    breakdown,
    interval: parseInterval(node.interval, at('interval')),
    groupTypeIndex:
      groupTypeIndex === null
        ? null
        : requireGroupTypeIndex(groupTypeIndex, at('aggregation_group_type_index')),
    statuses: STATUSES.filter((status) => toggled.length === 0 || toggled.includes(status)),
  }
}
