import { z } from 'zod'
import {
  BREAKDOWN_FIELDS,
  COMPARE_FIELDS,
  type FlatFields,
  INTERVAL_FIELDS,
  SERIES_FIELDS,
} from '#query/legacy/flat-fields.ts'
import { FLAT_BREAKDOWN, FLAT_INTERVAL, FLAT_SERIES, ShownOnly } from '#query/legacy/flat-schema.ts'
import { seriesLegacy } from '#query/legacy/series-legacy.ts'
import { Anything, Flag, Text } from '#query/node.ts'
import { refuse } from '#query/refuse.ts'
import { isGiven } from '#shared/json-value.ts'
import type { TrendsNode } from './query.ts'

/** What calls 21 and 22 take, and what saved trend `filters` hold. */
export const TrendParameters = z
  .object({
    ...FLAT_SERIES,
    ...FLAT_INTERVAL,
    ...FLAT_BREAKDOWN,
    display: Text.nullish().describe(
      'ActionsLineGraph (default), ActionsBar or ActionsAreaGraph: the same data.',
    ),
    formula: Anything.describe('Not supported yet.'),
    compare: Flag.nullish().describe('Not supported yet: refused when true.'),
    compare_to: Text.nullish().describe('With `compare` only.'),
    smoothing_intervals: z.coerce.number().nullish().describe('Not supported yet: refused beyond 1.'),
    shown_as: Text.nullish().describe('Volume, or nothing.'),
    show_legend: ShownOnly,
    show_values_on_series: ShownOnly,
    show_percent_stack_view: ShownOnly,
    aggregation_axis_format: ShownOnly,
    aggregation_axis_prefix: ShownOnly,
    aggregation_axis_postfix: ShownOnly,
    decimal_places: ShownOnly,
  })
  .meta({ id: 'TrendParameters' })
type TrendParameters = z.output<typeof TrendParameters>

const FIELDS: FlatFields = {
  ...SERIES_FIELDS,
  ...INTERVAL_FIELDS,
  ...BREAKDOWN_FIELDS,
  ...COMPARE_FIELDS,
  display: 'trendsFilter.display',
  formula: 'trendsFilter.formula',
  smoothing_intervals: 'trendsFilter.smoothingIntervals',
  show_legend: 'trendsFilter.showLegend',
  show_values_on_series: 'trendsFilter.showValuesOnSeries',
  show_percent_stack_view: 'trendsFilter.showPercentStackView',
  aggregation_axis_format: 'trendsFilter.aggregationAxisFormat',
  aggregation_axis_prefix: 'trendsFilter.aggregationAxisPrefix',
  aggregation_axis_postfix: 'trendsFilter.aggregationAxisPostfix',
  decimal_places: 'trendsFilter.decimalPlaces',
}

const legacy = seriesLegacy<TrendParameters, TrendsNode>({ node: 'TrendsQuery', insight: 'TRENDS' }, FIELDS)

/** @throws RequestError for `shown_as` of a kind that does not exist. */
export function fromFlatTrends(flat: TrendParameters) {
  const shownAs = flat.shown_as
  refuse(isGiven(shownAs) && shownAs !== 'Volume', `A trend shown as ${shownAs}`, ['shown_as'])
  return legacy.fromFlat(flat)
}
export const toFlatTrends = legacy.toFlat
