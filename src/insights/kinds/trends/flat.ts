import { z } from 'zod'
import { wholeNumberOf } from '#contract/paging.ts'
import {
  COMPARE_FIELDS,
  type FlatFields,
  INTERVAL_FIELDS,
  PAGED_BREAKDOWN_FIELDS,
  SERIES_FIELDS,
} from '#query/legacy/flat-fields.ts'
import { FLAT_INTERVAL, FLAT_PAGED_BREAKDOWN, FLAT_SERIES, ShownOnly } from '#query/legacy/flat-schema.ts'
import { seriesLegacy } from '#query/legacy/series-legacy.ts'
import { LIMITS } from '#query/limits.ts'
import { BooleanOrText, Text } from '#query/node.ts'
import { refuse } from '#query/refuse.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import type { TrendsNode } from './query.ts'

/** The parameters of `GET` and `POST insights/trend/`, and of saved `filters` of a trend. */
export const TrendParameters = z
  .object({
    ...FLAT_SERIES,
    ...FLAT_INTERVAL,
    ...FLAT_PAGED_BREAKDOWN,
    display: Text.nullish().describe(
      'ActionsLineGraph (default), ActionsAreaGraph, ActionsBar, ActionsStackedBar, ActionsUnstackedBar, Metric: a value for each bucket. BoxPlot: the statistics of the numbers of each bucket. ActionsLineGraphCumulative: a value for each bucket that counts everything before its end. ActionsTable, ActionsPie, ActionsDonut, ActionsProportionBar, ActionsBarValue, WorldMap, BoldNumber: one value for the whole range, `aggregated_value`.',
    ),
    formula: Text.nullish().describe(
      'A formula of the series, such as `A / B`. The letters are the series in their order. It may have + - * / ^ and parentheses.',
    ),
    compare: BooleanOrText.nullish().describe('Whether an earlier period is computed as well.'),
    compare_to: Text.nullish().describe(
      'The distance of the earlier period, such as -1w. With it, the question compares even without `compare`.',
    ),
    smoothing_intervals: wholeNumberOf({ least: 1, most: LIMITS.buckets })
      .nullish()
      .describe(
        'The number of buckets to smooth over. Each value is the mean of its bucket and those before it, this many in all; means are not rounded. 1 if absent.',
      ),
    shown_as: Text.nullish().describe(
      'Volume or absent computes a trend. Stickiness and Lifecycle compute a question of that kind.',
    ),
    show_legend: ShownOnly,
    show_values_on_series: ShownOnly,
    show_labels_on_series: ShownOnly,
    show_percent_stack_view: ShownOnly,
    aggregation_axis_format: ShownOnly,
    aggregation_axis_prefix: ShownOnly,
    aggregation_axis_postfix: ShownOnly,
    decimal_places: ShownOnly,
    y_axis_scale_type: ShownOnly,
  })
  .meta({ id: 'TrendParameters' })
type TrendParameters = z.output<typeof TrendParameters>

const FIELDS: FlatFields = {
  ...SERIES_FIELDS,
  ...INTERVAL_FIELDS,
  ...PAGED_BREAKDOWN_FIELDS,
  ...COMPARE_FIELDS,
  display: 'trendsFilter.display',
  formula: 'trendsFilter.formula',
  smoothing_intervals: 'trendsFilter.smoothingIntervals',
  show_legend: 'trendsFilter.showLegend',
  show_values_on_series: 'trendsFilter.showValuesOnSeries',
  show_labels_on_series: 'trendsFilter.showLabelsOnSeries',
  show_percent_stack_view: 'trendsFilter.showPercentStackView',
  aggregation_axis_format: 'trendsFilter.aggregationAxisFormat',
  aggregation_axis_prefix: 'trendsFilter.aggregationAxisPrefix',
  aggregation_axis_postfix: 'trendsFilter.aggregationAxisPostfix',
  decimal_places: 'trendsFilter.decimalPlaces',
  y_axis_scale_type: 'trendsFilter.yAxisScaleType',
}

const legacy = seriesLegacy<TrendParameters, TrendsNode>('TRENDS', FIELDS)

/** Turns flat parameters into a node. @throws RequestError for `shown_as` of a kind that does not exist. */
export function fromFlatTrends({ limit, ...flat }: TrendParameters) {
  const shownAs = flat.shown_as
  refuse(isGiven(shownAs) && shownAs !== 'Volume', `A trend shown as ${shownAs}`, ['shown_as'])
  return legacy.fromFlat({
    ...flat,
    breakdown_limit: isGiven(flat.breakdown_limit) ? flat.breakdown_limit : limit,
  })
}

/**
 * Returns the flat parameters of a node; null if they cannot express the node, such as one with several
 * formulas. A comparison of the node is written as `compare` and `compare_to`.
 */
export function toFlatTrends(node: JsonObject): JsonObject | null {
  const { trendsFilter } = node
  return legacy.toFlat(
    isJsonObject(trendsFilter) ? { ...node, ...withCompareFilter(node, withFormula(trendsFilter)) } : node,
  )
}

// Newer nodes have a list of formulas. If the list has only one formula, it is written as the `formula` of
// older nodes.
function withFormula(trendsFilter: JsonObject): JsonObject {
  const { formula, formulas, formulaNodes, ...others } = trendsFilter
  const [only, ...more] = [formula, formulas, formulaNodes].filter(isGiven).flat()
  const text = isJsonObject(only) ? only.formula : only
  return typeof text === 'string' && more.length === 0 ? { ...others, formula: text } : trendsFilter
}

// Nodes of early 2024 have `compare` in their trendsFilter. If both are given, the `compare` in the
// compareFilter counts.
function withCompareFilter({ compareFilter }: JsonObject, trendsFilter: JsonObject): JsonObject {
  const { compare, ...others } = trendsFilter
  const newer = compareFilter ?? {}
  if (!isJsonObject(newer)) return { trendsFilter }
  return { trendsFilter: others, compareFilter: { ...newer, compare: newer.compare ?? compare } }
}
