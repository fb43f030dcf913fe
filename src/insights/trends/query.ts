import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { DISPLAYS } from '#contract/question-names.ts'
import type { Choices } from '#insights/kind.ts'
import { parseCommon, parseCompare, refuseBreakdown, refuseGroups } from '#query/common-question.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { INTERVALS, type Interval, parseInterval } from '#query/interval.ts'
import { LIMITS } from '#query/limits.ts'
import { Anything, BooleanOrText, BREAKDOWN_NODE, COMPARE_NODE, SERIES_NODE, Text } from '#query/node.ts'
import type { Places } from '#query/places.ts'
import { refuse, requireOneOf } from '#query/refuse.ts'
import { parseSeries, type Series } from '#query/series.ts'
import { isGiven } from '#shared/json-value.ts'

/** The number of events or persons in each bucket of time. */
export interface TrendsQuery extends InsightQuery {
  readonly kind: 'trends'
  readonly series: readonly Series[]
  readonly interval: Interval
}

export const TrendsNode = z.looseObject({
  kind: z.literal(INSIGHT_NODES.TRENDS),
  ...SERIES_NODE,
  ...BREAKDOWN_NODE,
  ...COMPARE_NODE,
  interval: Text.nullish(),
  trendsFilter: z
    .looseObject({
      display: Text.nullish(),
      formula: Anything,
      formulas: Anything,
      formulaNodes: Anything,
      smoothingIntervals: z.coerce.number().nullish(),
      // The place of `compare` in nodes of early 2024.
      compare: BooleanOrText.nullish(),
      showPercentStackView: Anything,
      aggregationAxisFormat: Anything,
      aggregationAxisPrefix: Anything,
      aggregationAxisPostfix: Anything,
      decimalPlaces: Anything,
      yAxisScaleType: Anything,
    })
    .nullish(),
})
export type TrendsNode = z.output<typeof TrendsNode>

export const CHOICES: Choices = {
  maths: ['total', 'dau'],
  displays: ['ActionsLineGraph', 'ActionsBar', 'ActionsAreaGraph'],
  intervals: INTERVALS,
  leastSeries: 1,
  mostSeries: LIMITS.series,
}

/** @throws RequestError for fields that this version does not compute. */
export function parseTrends(node: TrendsNode, at: Places): TrendsQuery {
  const { trendsFilter: trends, compareFilter } = node
  const display = trends?.display || 'ActionsLineGraph'
  requireOneOf(display, CHOICES.displays, {
    noun: 'display',
    path: at('trendsFilter', 'display'),
    all: DISPLAYS,
  })
  const formula = [trends?.formula, trends?.formulas, trends?.formulaNodes].some(isGiven)
  refuse(formula, 'A formula', at('trendsFilter', 'formula'))
  const compare = parseCompare({ ...compareFilter, compare: compareFilter?.compare ?? trends?.compare })
  refuse(compare !== null, 'Comparing with an earlier period', at('compareFilter', 'compare'))
  refuse((trends?.smoothingIntervals ?? 1) > 1, 'Smoothing', at('trendsFilter', 'smoothingIntervals'))
  refuseBreakdown(node, at)
  refuseGroups(node.aggregation_group_type_index, at)
  return {
    kind: 'trends',
    series: parseSeries(node.series, at, {
      noun: 'series',
      least: CHOICES.leastSeries,
      most: CHOICES.mostSeries,
      tooFew: 'required',
      maths: CHOICES.maths,
    }),
    ...parseCommon(node, at),
    interval: parseInterval(node.interval, at('interval')),
  }
}
