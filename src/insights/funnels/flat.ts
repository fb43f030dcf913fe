import { z } from 'zod'
import { BREAKDOWN_FIELDS, type FlatFields, SERIES_FIELDS } from '#query/legacy/flat-fields.ts'
import { FLAT_BREAKDOWN, FLAT_INTERVAL, FLAT_SERIES, List, ShownOnly } from '#query/legacy/flat-schema.ts'
import { seriesLegacy } from '#query/legacy/series-legacy.ts'
import { Anything, Text } from '#query/node.ts'
import { isGiven } from '#shared/json-value.ts'
import type { FunnelsNode } from './query.ts'

/** What calls 11 and 12 take, and what saved funnel `filters` hold. */
export const FunnelParameters = z
  .object({
    ...FLAT_SERIES,
    ...FLAT_INTERVAL,
    ...FLAT_BREAKDOWN,
    funnel_viz_type: Text.nullish().describe('steps (default).'),
    funnel_order_type: Text.nullish().describe('ordered (default).'),
    exclusions: List.nullish().describe('Not supported yet: refused unless empty.'),
    funnel_aggregate_by_hogql: Anything.describe('Not supported.'),
    funnel_window_interval: Anything.describe('A whole number; 14 when absent.'),
    funnel_window_interval_unit: Text.nullish().describe(
      'second, minute, hour, day (default), week or month.',
    ),
    funnel_window_interval_type: Text.nullish().describe('The same; the unit wins where both are sent.'),
    funnel_window_days: Anything.describe('Deprecated: a window in days, where no interval is given.'),
    layout: ShownOnly,
    funnel_step_reference: ShownOnly,
  })
  .meta({ id: 'FunnelParameters' })
type FunnelParameters = z.output<typeof FunnelParameters>

const FIELDS: FlatFields = {
  ...SERIES_FIELDS,
  ...BREAKDOWN_FIELDS,
  interval: 'interval',
  funnel_viz_type: 'funnelsFilter.funnelVizType',
  funnel_order_type: 'funnelsFilter.funnelOrderType',
  exclusions: 'funnelsFilter.exclusions',
  funnel_aggregate_by_hogql: 'funnelsFilter.funnelAggregateByHogQL',
  layout: 'funnelsFilter.layout',
  funnel_step_reference: 'funnelsFilter.funnelStepReference',
}
const WINDOW = 'funnelsFilter.funnelWindowInterval'
const WINDOW_UNIT = 'funnelsFilter.funnelWindowIntervalUnit'

/** The window stands in one of two parameters and its unit in one of two others. Days have no unit beside them. */
function windowFields(flat: FunnelParameters): FlatFields {
  if (!isGiven(flat.funnel_window_interval) && isGiven(flat.funnel_window_days))
    return { funnel_window_days: WINDOW }
  return isGiven(flat.funnel_window_interval_unit) || !isGiven(flat.funnel_window_interval_type)
    ? { funnel_window_interval: WINDOW, funnel_window_interval_unit: WINDOW_UNIT }
    : { funnel_window_interval: WINDOW, funnel_window_interval_type: WINDOW_UNIT }
}

const legacyWith = (window: FlatFields) =>
  seriesLegacy<FunnelParameters, FunnelsNode>(
    { node: 'FunnelsQuery', insight: 'FUNNELS' },
    { ...FIELDS, ...window },
  )

/** @throws RequestError for entities that cannot be parsed. */
export const fromFlatFunnels = (flat: FunnelParameters) => legacyWith(windowFields(flat)).fromFlat(flat)

export const toFlatFunnels = legacyWith(windowFields({})).toFlat
