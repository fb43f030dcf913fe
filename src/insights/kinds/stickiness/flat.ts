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
    compare: BooleanOrText.nullish().describe('Whether an earlier period is computed as well.'),
    compare_to: Text.nullish().describe(
      'The distance of the earlier period, such as -1w. If absent, it is the period before the range.',
    ),
    display: Text.nullish().describe(
      'ActionsLineGraph (default), ActionsAreaGraph, ActionsBar, ActionsStackedBar, ActionsUnstackedBar or ActionsTable. All of them have the same data.',
    ),
    interval_count: IntervalCount.nullish().describe('How many intervals a period has. 1 if absent.'),
    computed_as: ComputedAs.nullish().describe(
      '`cumulative` counts the actors who were active in this many intervals or more.',
    ),
    stickiness_criteria: Criteria.nullish().describe(
      'How many events an actor needs in an interval to be active in it.',
    ),
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
