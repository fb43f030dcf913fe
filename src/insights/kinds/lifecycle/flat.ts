import { z } from 'zod'
import {
  BREAKDOWN_FIELDS,
  type FlatFields,
  INTERVAL_FIELDS,
  SERIES_FIELDS,
} from '#query/legacy/flat-fields.ts'
import {
  FLAT_BREAKDOWN,
  FLAT_INTERVAL,
  FLAT_SERIES,
  GroupTypeIndex,
  List,
  ShownOnly,
} from '#query/legacy/flat-schema.ts'
import { seriesLegacy } from '#query/legacy/series-legacy.ts'
import { type LifecycleNode, Status } from './query.ts'

/** The parameters of saved `filters` of a lifecycle. */
export const LifecycleParameters = z
  .object({
    ...FLAT_SERIES,
    ...FLAT_INTERVAL,
    ...FLAT_BREAKDOWN,
    aggregation_group_type_index: GroupTypeIndex.nullish().describe(
      '1 to 4 counts groups of this type. 0 or absent counts persons.',
    ),
    toggledLifecycles: List.pipe(z.array(Status))
      .nullish()
      .describe('The statuses to return: new, returning, resurrecting, dormant. Absent or empty means all.'),
    show_legend: ShownOnly,
    show_values_on_series: ShownOnly,
  })
  .meta({ id: 'LifecycleParameters' })
type LifecycleParameters = z.output<typeof LifecycleParameters>

const FIELDS: FlatFields = {
  ...SERIES_FIELDS,
  ...INTERVAL_FIELDS,
  ...BREAKDOWN_FIELDS,
  toggledLifecycles: 'lifecycleFilter.toggledLifecycles',
  show_legend: 'lifecycleFilter.showLegend',
  show_values_on_series: 'lifecycleFilter.showValuesOnSeries',
}

export const lifecycleLegacy = seriesLegacy<LifecycleParameters, LifecycleNode>('LIFECYCLE', FIELDS)
