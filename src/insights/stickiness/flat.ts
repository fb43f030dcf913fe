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
import { BooleanOrText, Text } from '#query/node.ts'
import { ComputedAs, Criteria, IntervalCount, type StickinessNode } from './query.ts'

/** The parameters of saved `filters` of a stickiness. */
export const StickinessParameters = z
  .object({
    ...FLAT_SERIES,
    ...FLAT_INTERVAL,
    ...FLAT_BREAKDOWN,
    compare: BooleanOrText.nullish().describe('Computes the period before as well.'),
    compare_to: Text.nullish().describe(
      'How far back that period lies, such as -1w; absent is the one before.',
    ),
    display: Text.nullish().describe(
      'ActionsLineGraph (default), ActionsAreaGraph, ActionsBar, ActionsStackedBar, ActionsUnstackedBar or ActionsTable: the same data.',
    ),
    interval_count: IntervalCount.nullish().describe('The intervals of a period; 1 when absent.'),
    computed_as: ComputedAs.nullish().describe('`cumulative`: so many intervals or more.'),
    stickiness_criteria: Criteria.nullish().describe('How many events make an interval an active one.'),
    show_legend: ShownOnly,
    show_values_on_series: ShownOnly,
  })
  .meta({ id: 'StickinessParameters' })
type StickinessParameters = z.output<typeof StickinessParameters>

const FIELDS: FlatFields = {
  ...SERIES_FIELDS,
  ...INTERVAL_FIELDS,
  ...BREAKDOWN_FIELDS,
  ...COMPARE_FIELDS,
  interval_count: 'intervalCount',
  display: 'stickinessFilter.display',
  computed_as: 'stickinessFilter.computedAs',
  stickiness_criteria: 'stickinessFilter.stickinessCriteria',
  show_legend: 'stickinessFilter.showLegend',
  show_values_on_series: 'stickinessFilter.showValuesOnSeries',
}

export const stickinessLegacy = seriesLegacy<StickinessParameters, StickinessNode>('STICKINESS', FIELDS)
