import { z } from 'zod'
import { ENTITY_FIELDS, entityBy, parseEntities, toEntityNode } from '#query/legacy/entities.ts'
import { BREAKDOWN_FIELDS, type FlatFields, SERIES_FIELDS } from '#query/legacy/flat-fields.ts'
import {
  FLAT_BREAKDOWN,
  FLAT_INTERVAL,
  FLAT_SERIES,
  FlatExclusion,
  List,
  ShownOnly,
} from '#query/legacy/flat-schema.ts'
import { seriesLegacy } from '#query/legacy/series-legacy.ts'
import { Anything, Text } from '#query/node.ts'
import { isGiven, type JsonObject } from '#shared/json-value.ts'
import type { FunnelsNode } from './query.ts'

const OfBreakdown = Anything.describe('With a breakdown only, which a funnel does not have yet.')
const OfVisualisation = Anything.describe('With another `funnel_viz_type` only, which is not supported yet.')

/** The parameters of calls 11 and 12, and of saved `filters` of a funnel. */
export const FunnelParameters = z
  .object({
    ...FLAT_SERIES,
    ...FLAT_INTERVAL,
    ...FLAT_BREAKDOWN,
    funnel_viz_type: Text.nullish().describe('steps (default).'),
    funnel_order_type: Text.nullish().describe('ordered (default).'),
    exclusions: List.nullish().describe('Not supported yet: refused unless empty.'),
    funnel_from_step: OfVisualisation,
    funnel_to_step: OfVisualisation,
    bin_count: OfVisualisation,
    breakdown_attribution_type: OfBreakdown,
    breakdown_attribution_value: OfBreakdown,
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
  funnel_from_step: 'funnelsFilter.funnelFromStep',
  funnel_to_step: 'funnelsFilter.funnelToStep',
  bin_count: 'funnelsFilter.binCount',
  breakdown_attribution_type: 'funnelsFilter.breakdownAttributionType',
  breakdown_attribution_value: 'funnelsFilter.breakdownAttributionValue',
  funnel_aggregate_by_hogql: 'funnelsFilter.funnelAggregateByHogQL',
  layout: 'funnelsFilter.layout',
  funnel_step_reference: 'funnelsFilter.funnelStepReference',
}
const WINDOW = 'funnelsFilter.funnelWindowInterval'
const WINDOW_UNIT = 'funnelsFilter.funnelWindowIntervalUnit'

/** The window is one of two parameters and its unit one of two others. `funnel_window_days` has no unit. */
function windowFields(flat: FunnelParameters): FlatFields {
  if (!isGiven(flat.funnel_window_interval) && isGiven(flat.funnel_window_days))
    return { funnel_window_days: WINDOW }
  return isGiven(flat.funnel_window_interval_unit) || !isGiven(flat.funnel_window_interval_type)
    ? { funnel_window_interval: WINDOW, funnel_window_interval_unit: WINDOW_UNIT }
    : { funnel_window_interval: WINDOW, funnel_window_interval_type: WINDOW_UNIT }
}

const legacyWith = (window: FlatFields) =>
  seriesLegacy<FunnelParameters, FunnelsNode>('FUNNELS', { ...FIELDS, ...window })

const EXCLUSION_FIELDS: FlatFields = {
  ...ENTITY_FIELDS,
  funnel_from_step: 'funnelFromStep',
  funnel_to_step: 'funnelToStep',
}

/** @throws RequestError for entities and exclusions that cannot be parsed. */
export function fromFlatFunnels(flat: FunnelParameters) {
  const exclusions = parseEntities(FlatExclusion, flat.exclusions, 'exclusions').map(({ entity, place }) =>
    toEntityNode(entity, place, EXCLUSION_FIELDS),
  )
  return legacyWith(windowFields(flat)).fromFlat({ ...flat, exclusions })
}

const legacyOfNodes = legacyWith(windowFields({}))
const toExclusion = entityBy(EXCLUSION_FIELDS)

export function toFlatFunnels(node: JsonObject): JsonObject | null {
  const flat = legacyOfNodes.toFlat(node)
  if (flat === null || !isGiven(flat.exclusions)) return flat
  const exclusions = [flat.exclusions].flat().map(toExclusion)
  return exclusions.includes(null) ? null : { ...flat, exclusions }
}
