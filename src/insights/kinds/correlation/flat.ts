import { z } from 'zod'
import { CORRELATION_NODE } from '#contract/insight-kinds.ts'
import { FunnelParameters, fromFlatFunnels } from '#insights/runs/question/flat.ts'
import type { FromFlat } from '#query/legacy/fields-legacy.ts'
import { type FlatFields, flatPlaces, toNodeFields } from '#query/legacy/flat-fields.ts'
import { List } from '#query/legacy/flat-schema.ts'
import { Text } from '#query/node.ts'
import type { CorrelationNode } from './node.ts'

const Texts = List.pipe(z.array(Text)).nullish()

/**
 * The parameters of `GET` and `POST insights/funnel/correlation/`: the parameters of a funnel and of its
 * correlation.
 */
export const CorrelationParameters = FunnelParameters.extend({
  funnel_correlation_type: Text.nullish().describe(
    'What is correlated. events (default): events between the first and the last step. event_with_properties: values of the properties of such events. properties: values of the properties of the persons or groups.',
  ),
  funnel_correlation_names: Texts.describe(
    'With the type properties: the names of the properties; ["$all"] means all.',
  ),
  funnel_correlation_exclude_names: Texts.describe('With the type properties: the properties to leave out.'),
  funnel_correlation_event_names: Texts.describe(
    'With the type event_with_properties: the names of the events.',
  ),
  funnel_correlation_exclude_event_names: Texts.describe('With the type events: the events to leave out.'),
  funnel_correlation_event_exclude_property_names: Texts.describe(
    'With the type event_with_properties: the properties to leave out.',
  ),
}).meta({ id: 'CorrelationParameters' })
type CorrelationParameters = z.output<typeof CorrelationParameters>

const FIELDS: FlatFields = {
  funnel_correlation_type: 'funnelCorrelationType',
  funnel_correlation_names: 'funnelCorrelationNames',
  funnel_correlation_exclude_names: 'funnelCorrelationExcludeNames',
  funnel_correlation_event_names: 'funnelCorrelationEventNames',
  funnel_correlation_exclude_event_names: 'funnelCorrelationExcludeEventNames',
  funnel_correlation_event_exclude_property_names: 'funnelCorrelationEventExcludePropertyNames',
}
const ownPlaces = flatPlaces(FIELDS, [])

/**
 * Turns flat parameters into a node.
 * @throws RequestError for what `fromFlatFunnels` refuses.
 */
export function fromFlatCorrelation(flat: CorrelationParameters): FromFlat<CorrelationNode> {
  const { node: source, at } = fromFlatFunnels(flat)
  const own = toNodeFields(FIELDS, flat)
  return {
    node: { kind: CORRELATION_NODE, source, ...own },
    at: (...field) => (field[0] === 'source' ? at(...field.slice(1)) : ownPlaces(...field)),
  }
}
